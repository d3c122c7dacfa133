import { appendFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hasAnvil } from '../../../../../../testing/anvil-node.ts';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../../../../../../testing/monero-wallet.ts';
import { testEngines } from '../../../runtime/database/testing/create-test-database.ts';
import { type CountedLife, RailHarness } from './rail-harness.ts';

/** `npm run crash-table -- rails` sets these, and prints what came of it. */
const rails = (process.env['RAILS'] ?? 'litecoin,key-hash,ether,token,monero').split(',');
/** Each of Monero's takes minutes. */
const livesOf = (rail: string): number => Number(process.env['LIVES'] ?? (rail === 'monero' ? 1 : 2));
const firstSeed = Number(process.env['SEED'] ?? 1);
const file = process.env['CRASH_RUNS'];
/** Lives of Litecoin fill the pools of both nodes with dearer transactions. A blind pool is not played then: the others say whether it is noticed. */
const isFilled = process.env['EVICT'] === '1';

const installed: Readonly<Record<string, boolean>> = {
  litecoin: hasLitecoind,
  'key-hash': hasLitecoind,
  ether: hasAnvil,
  token: hasAnvil,
  monero: hasMonerod && hasMoneroWallet,
};
const canRun = testEngines().includes('postgres');

function keepLine(path: string, life: CountedLife): void {
  const line = JSON.stringify(life, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  appendFileSync(path, `${line}\n`);
}

describe.each(rails)('payouts over real nodes, %s', (rail) => {
  let harness: RailHarness | undefined;
  afterAll(() => harness?.close());

  it
    .skipIf(!canRun || installed[rail] === false)
    .each(Array.from({ length: livesOf(rail) }, (_, life) => firstSeed + life))(
    'pay no one twice and forget no one, seed %i [P1] [P2] [P9] [P14]',
    { timeout: 1_800_000 },
    async (seed) => {
      harness ??= await RailHarness.start(rail, { isFilled });
      const life = await harness.live(seed);
      if (file !== undefined) keepLine(file, life);
      expect([seed, life.wrong, life.overpaid, life.lost]).toEqual([seed, [], 0n, 0n]);
    },
  );

  it.skipIf(!canRun || installed[rail] === false || rail === 'monero' || isFilled)(
    'notice a pool that compares nothing, by what it pays twice',
    { timeout: 1_800_000 },
    async () => {
      harness ??= await RailHarness.start(rail, { isFilled });
      const life = await harness.live(firstSeed, { isBlind: true });
      if (file !== undefined) keepLine(`${file}.blind`, life);
      expect(life.counts['a payment asked for again that the database had lost']).toBeGreaterThan(0);
      expect(life.overpaid).toBeGreaterThan(0n);
    },
  );
});
