import { afterEach, describe, expect, it } from 'vitest';
import { RealProgram } from '../../../../testing/real-program.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { bitcoinRelay } from '../edges/stratum/relay-family.ts';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { randomxFault } from '../runtime/proof-of-work/randomx-library.ts';
import { scaleOf } from './open-relays.ts';
import { address, otherPool, relayOf } from './testing/relayed-monero-pools.ts';
import {
  type Closing,
  countedBy,
  type Relay,
  type RelayedCoin,
  startOtherPool,
  startRelay,
} from './testing/relayed-pools.ts';

const ltc = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const litecoin: RelayedCoin = {
  algorithm: 'scrypt',
  coin: 'LTC',
  user: `LTC:${ltc}.relay`,
  scale: scaleOf('scrypt'),
  login: () => ({
    kind: 'login',
    login: { coin: 'LTC', network: 'LTC', address: ltc, memo: null, worker: 'w1', referralCode: null },
  }),
};

/** What a program says of a share that was taken, and of anything that was not. */
interface Words {
  readonly accepted: RegExp;
  readonly refused: RegExp;
}
const late = /stale|job not found/i;

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Two programs that mine beside each other, each in a lane of its own. */
function startTwo(path: string, args: readonly string[]): readonly RealProgram[] {
  return ['one', 'two'].map(() => {
    const program = RealProgram.start(path, args);
    closing.push(() => program.stop());
    return program;
  });
}

/** Waits until each has had a number of shares taken, before the other pool's next work and after it, and holds the counts against each other. */
async function mine(
  programs: readonly RealProgram[],
  { accepted, refused }: Words,
  here: Relay,
  theirs: Awaited<ReturnType<typeof startOtherPool>>,
  shares: number,
): Promise<void> {
  const ms = 600_000;
  await Promise.all(programs.map((program) => program.until(accepted, { count: shares, ms })));
  const from = programs.map(({ age }) => age);
  theirs.renew();
  await Promise.all(
    programs.map((program, at) => program.until(accepted, { count: shares, from: from[at] ?? 0, ms })),
  );
  await until(() => here.group.counts.forwarded.shares > 2);
  for (const program of programs) await program.stop();
  await until(() => {
    const { forwarded, accepted: taken, stale } = here.group.counts;
    return taken.shares + stale.shares === forwarded.shares;
  });
  const { judged, accepted: taken, duplicate, other, unknown } = here.group.counts;
  const low = here.group.counts['low-difficulty'];
  const counted = await countedBy(here);
  const said = programs.flatMap((program) => program.saying(accepted)).length;
  expect(counted.shares).toBeGreaterThanOrEqual(4 * shares);
  // Each program may have ended between an answer and its line.
  expect(counted.shares - said).toBeGreaterThanOrEqual(0);
  expect(counted.shares - said).toBeLessThanOrEqual(programs.length);
  expect(judged.work).toBe(counted.work);
  expect([low, duplicate, other, unknown].map((each) => each.shares)).toEqual([0, 0, 0, 0]);
  expect(await countedBy(theirs)).toMatchObject({ shares: taken.shares });
  for (const program of programs)
    expect(program.saying(refused).filter(({ text }) => !late.test(text))).toEqual([]);
}

const minerd = process.env['OPENLODE_MINERD'];
describe.skipIf(minerd === undefined)(
  `minerd on Scrypt that another pool gives${minerd === undefined ? ' (skipped: OPENLODE_MINERD has no path to it)' : ''}`,
  () => {
    it('mines in a lane beside another one, goes on with the next work, and what it finds is taken there', async () => {
      const verifier = protocolOf('scrypt').openVerifier?.(inlineProofs);
      if (verifier === undefined) throw new Error('Scrypt has a verifier');
      const theirs = await startOtherPool(closing, litecoin, { work: 4096n, blockWork: 1n << 60n, verifier });
      const here = await startRelay(closing, litecoin, [theirs.listener.port], {
        family: bitcoinRelay,
        judgeOf: () => verifier,
        startWork: 512n,
      });
      await until(() => here.group.hasWork);
      const url = `stratum+tcp://127.0.0.1:${here.listener.port}`;
      const programs = startTwo(minerd ?? '', [
        '--algo=scrypt',
        `--url=${url}`,
        `--user=LTC:${ltc}.w1`,
        '--pass=x',
        '--threads=1',
      ]);
      const words = { accepted: /accepted: \d+\/\d+.*\(yay/, refused: /reject|\(boo/i };
      await mine(programs, words, here, theirs, 5);
    }, 900_000);
  },
);

const xmrig = process.env['OPENLODE_XMRIG'];
const fault = xmrig === undefined ? 'OPENLODE_XMRIG has no path to it' : randomxFault();
describe.skipIf(fault !== undefined)(
  `xmrig on RandomX that another pool gives${fault === undefined ? '' : ` (skipped: ${fault})`}`,
  () => {
    it('mines in a lane beside another one, goes on with the next work, and what it finds is taken there', async () => {
      const verifier = inlineProofs.of('randomx');
      const theirs = await otherPool(closing, { work: 16n, verifier });
      const here = await relayOf(closing, theirs, { verifier, startWork: 4n });
      await until(() => here.group.hasWork);
      const programs = startTwo(xmrig ?? '', [
        '--algo=rx/0',
        `--url=127.0.0.1:${here.listener.port}`,
        `--user=XMR:${address}`,
        '--pass=x',
        '--threads=1',
        '--randomx-mode=light',
        '--donate-level=0',
        '--no-color',
        '--retry-pause=1',
      ]);
      await mine(programs, { accepted: /accepted \(\d+\/\d+\)/, refused: /rejected/i }, here, theirs, 3);
    }, 900_000);
  },
);
