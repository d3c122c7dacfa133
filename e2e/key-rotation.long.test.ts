import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitecoind, type LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { paidLitecoin, watchAddress } from '../testing/paid-asset.ts';
import { PayingPool } from '../testing/paying-pool.ts';
import {
  goTo,
  goToNextRun,
  havePayoutsHeld,
  type PayoutAct,
  payoutActs,
  rehearsePayouts,
  setAutoPay,
  until,
} from '../testing/payout-rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasLitecoind && postgresServer !== undefined;

interface Decoded {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly scriptPubKey: { readonly addresses?: readonly string[] } }[];
}

describe.skipIf(!isPossible)('a key of the signer that is replaced by another, on Litecoin', () => {
  let folder: string;
  let paying: PayingPool<LitecoinNodes>;
  let older: string;
  let newer: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openlode-rotation-'));
    paying = await PayingPool.start(postgresServer ?? '', paidLitecoin);
    older = paying.signer.address;
  }, 600_000);
  afterAll(async () => {
    await paying?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** In LTC, by the blocks of both nodes. */
  const held = async (address: string): Promise<number> => {
    const [left, right] = await Promise.all(
      [paying.nodes.one, paying.nodes.two].map(async (node) => {
        const said = await node.ask<{ total_amount: number }>('scantxoutset', 'start', [`addr(${address})`]);
        return said.total_amount;
      }),
    );
    if (left === undefined || left !== right) throw new Error(`the nodes do not agree: ${left}, ${right}`);
    return left;
  };
  /** As a wallet of a node has it, which knows what came to the pool and what left it. */
  const read = async (txid: string): Promise<Decoded> => {
    const { hex } = await paying.nodes.two.ask<{ hex: string }>('gettransaction', txid, true);
    return paying.nodes.two.ask('decoderawtransaction', hex);
  };
  /** The addresses whose coins a payment has spent. */
  const spentBy = async (txid: string): Promise<ReadonlySet<string>> => {
    const { vin } = await read(txid);
    const spent = vin.map(async ({ txid: made, vout: at }) => {
      const { vout } = await read(made);
      return vout[at]?.scriptPubKey.addresses?.join(' ') ?? 'no address';
    });
    return new Set(await Promise.all(spent));
  };
  /** The transactions of an act, each once; every payout of it was paid to the unit. */
  const play = async (act: PayoutAct): Promise<readonly string[]> => {
    const before = (await paying.payouts()).length;
    const result = await rehearsePayouts(paying, act, async () => true);
    expect({ ...result, held: havePayoutsHeld(result) }).toMatchObject({ held: true });
    const after = await paying.payouts();
    return [...new Set(after.slice(before).flatMap(({ txid }) => txid ?? []))];
  };

  it('pays out of the coins of its first key', { timeout: 600_000 }, async () => {
    const daily = payoutActs.find(({ name }) => name === 'the daily run');
    if (daily === undefined) throw new Error('there is no such act');
    const [txid = ''] = await play(daily);
    expect(await spentBy(txid)).toEqual(new Set([older]));
  });

  it('signs no change to the older key once it has the newer one, and says so until the pool has its address as well', async () => {
    // Three blocks to the first key, of a miner each, of whom one is to be paid before the others.
    await setAutoPay(paying, false);
    await paying.earn([undefined, ...paying.others]);
    newer = await paying.signer.addKey();
    expect(newer).not.toBe(older);
    await paying.signer.backUp(join(folder, 'keystore'));
    await paying.signer.close();
    await paying.signer.run();
    const [rail] = paying.paid.rails ?? [];
    const [txid = ''] = await play({
      name: 'one of three',
      async run() {
        await paying.rehearsed.database.query(
          'UPDATE miners SET auto_pay = true WHERE id = (SELECT min(id) FROM miners)',
        );
        await goToNextRun(paying);
        await until(paying, (payouts) => payouts.at(-1)?.note?.includes('the signer refuses') === true);
        expect((await paying.payouts()).at(-1)?.note).toContain('newest key of the signer');
        await watchAddress(paying.nodes, newer);
        const now = await paying.rehearsed.pool.advance(0);
        await paying.rehearsed.changeFile(newer, { rails: [{ ...rail, addresses: [older] }] });
        await paying.rehearsed.pool.restart();
        await goTo(paying, now);
      },
    });
    expect(await spentBy(txid)).toEqual(new Set([older]));
    // What was left of its coins came back to the newer key.
    expect(await held(newer)).toBeGreaterThan(0);
    const doctor = await paying.rehearsed.command('doctor');
    expect(doctor.out).toMatch(/signer LTC\s.*has the keys of 2 own addresses/);
  }, 600_000);

  it('is paid to the newer key from then on, and pays out of both with a keystore that was restored', async () => {
    await setAutoPay(paying, false);
    const before = await held(newer);
    const oldCoins = await held(older);
    expect(oldCoins).toBeGreaterThan(5);
    // Who had no reward the day before is not paid by the daily run.
    await paying.earn([undefined, ...paying.others]);
    expect(await held(newer)).toBeGreaterThan(before + 1);
    expect(await held(older)).toBe(oldCoins);
    await paying.signer.close();
    await paying.signer.restoreKeys(join(folder, 'keystore'));
    await paying.signer.run();
    const txids = await play({
      name: 'everyone',
      isOfAll: true,
      async run() {
        await setAutoPay(paying, true);
        await goToNextRun(paying);
      },
    });
    expect(txids).toHaveLength(1);
    expect(await spentBy(txids[0] ?? '')).toEqual(new Set([older, newer]));
    expect(await held(older)).toBeLessThan(oldCoins - 5);
    expect(await paying.rehearsed.command('payouts', 'compare')).toMatchObject({ code: 0 });
    expect(await paying.rehearsed.command('audit')).toMatchObject({ code: 0 });
  }, 600_000);
});
