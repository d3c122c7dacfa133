import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { miningAccount } from '@openlode/ledger/accounts';
import { backupTables } from '../../../domain/operations/backup/read-backup.ts';
import { importTables } from '../../../domain/operations/backup/import-tables.ts';
import { writeBackup } from '../../../domain/operations/backup/write-backup.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { approvePayout, holdPayout } from '../../../domain/payouts/operate-payouts.ts';
import { findPayout, type Payout } from '../../../domain/payouts/payout.ts';
import { preparePayouts } from '../../../domain/payouts/prepare-payout.ts';
import { rebuildWithoutHeld } from '../../../domain/payouts/rebuild-payouts.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { forgetSigned, type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { offeredRail } from '../offered-rails.ts';
import { depositOf, FakeNode, scriptOfOwn } from './testing/fake-nodes.ts';

const coin = 10n ** 18n;
const payees = [
  'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
  'MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1',
];

describe.each(oneEngine())('a database that was set back, with the signer as it is, on %s', (engine) => {
  let folder: string;
  let signer: SignerProcess;
  let ctx: TestContext;
  let older: TestContext;
  let nodes: readonly FakeNode[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-restored-'));
    signer = await SignerProcess.start(folder);
    ctx = await createTestContext(engine);
    older = await createTestContext(engine);
    const own = scriptOfOwn(signer.address);
    const coins = [2n, 3n, 4n, 5n, 6n].map((each, seed) => {
      const value = each * 100_000_000n;
      return { ...depositOf(own, value, seed + 1), value };
    });
    nodes = ['one', 'two'].map((name) => {
      const node = new FakeNode(name, own);
      node.listed = coins;
      node.unspent = new Set(coins.map(({ txid }) => txid));
      node.answers.set('listtransactions', () => ({ kind: 'result', value: [] }));
      return node;
    });
  });
  afterAll(async () => {
    await Promise.all([ctx.close(), older.close(), signer.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const processOf = (of: TestContext): PayingProcess =>
    payingProcess(
      of,
      offeredRail('LTC').open(
        {
          network: 'regtest',
          own: [signer.address],
          signer: signer.socket,
          confirmations: 6,
          feeRateMin: 10n,
          feeRateMax: 200n,
          feeMax: 10n ** 16n,
        },
        {
          nodes: nodes.map(({ railNode }) => railNode),
          reservations: coinReservations(of),
          ledger: 'ab'.repeat(32),
        },
      ),
    );

  async function openMiner(of: TestContext, address: string): Promise<bigint> {
    const at = new Date(of.clock.now());
    const [miner] = await of.db.query<{ id: bigint }>(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
      VALUES (${of.random.uuid()}, 'LTC', 'LTC', ${address}, ${at}, ${at}, false) RETURNING id`);
    const id = miner?.id ?? 0n;
    await of.db.transaction(async (tx) => {
      await bookEntry(tx, {
        key: `given:${id}`,
        kind: 'given',
        at: of.clock.now(),
        postings: [
          { account: 'ext:suite', asset: 'LTC', amount: -coin },
          { account: miningAccount(id), asset: 'LTC', amount: coin },
        ],
      });
    });
    return id;
  }

  async function reserve(process: PayingProcess, miner: bigint): Promise<Payout> {
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    const payout = await findPayout(process.db, outcome.id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  }
  const claimsOf = async (of: TestContext, { id }: Payout): Promise<string | undefined> =>
    (await findPayout(of.db, id))?.signed?.proof['coins'];

  it('pays what was opened since, whatever number it has, and signs for no payout a second time without a shared coin', async () => {
    const miners: bigint[] = [];
    for (const address of payees) miners.push(await openMiner(ctx, address));
    const [one = 0n, two = 0n, three = 0n] = miners;
    const lost = processOf(ctx);
    const kept = await reserve(lost, one);
    const file = join(folder, 'backup');
    mkdirSync(join(folder, 'data'));
    await writeBackup(ctx, { file, dataDirectory: join(folder, 'data'), version: 'x' });
    const gone = await reserve(lost, two);
    expect(await preparePayouts(lost, [kept])).toEqual({ kind: 'prepared' });
    expect(await preparePayouts(lost, [gone])).toEqual({ kind: 'prepared' });

    await importTables({ db: older.db }, backupTables(file));
    const restored = processOf(older);
    const fresh = await reserve(restored, three);
    expect(fresh.id).toBe(gone.id);

    // The same coin is chosen again for the payout that both copies have; without it nothing is signed.
    const coins = await claimsOf(ctx, kept);
    const hidden = nodes.map(({ unspent }) => unspent);
    for (const node of nodes)
      node.unspent = new Set([...node.unspent].filter((txid) => `${txid}:0` !== coins));
    await expect(preparePayouts(restored, [kept])).rejects.toThrow('no coin of it is well known');
    for (const [at, node] of nodes.entries()) node.unspent = hidden[at] ?? new Set();
    expect(await preparePayouts(restored, [kept])).toEqual({ kind: 'prepared' });
    expect(await claimsOf(older, kept)).toBe(coins);
    expect(await preparePayouts(restored, [fresh])).toEqual({ kind: 'prepared' });
    lost.end();
    restored.end();
  });

  it('waits with what was signed in the life that was lost while its coin is spent by another, and signs for it once more then', async () => {
    const third = await createTestContext(engine);
    const miners: bigint[] = [];
    for (const address of payees) miners.push(await openMiner(third, address));
    const [one = 0n, two = 0n] = miners;
    const process = processOf(third);
    const [kept, fresh] = [await reserve(process, one), await reserve(process, two)];
    expect(await preparePayouts(process, [kept])).toEqual({ kind: 'prepared' });
    const coins = await claimsOf(third, kept);
    // As a copy from before it was signed: nothing says which coin it took, and another payout takes it.
    await forgetSigned(third, ['DELETE FROM payout_coin_reservations']);
    expect(await preparePayouts(process, [fresh])).toEqual({ kind: 'prepared' });
    expect(await claimsOf(third, fresh)).toBe(coins);
    expect(await preparePayouts(process, [kept])).toEqual({ kind: 'bound' });
    const spent = new Set(coins?.split(' ').map((name) => name.split(':')[0]));
    for (const node of nodes) {
      node.listed = node.listed.filter(({ txid }) => !spent.has(txid));
      node.unspent = new Set(node.listed.map(({ txid }) => txid));
    }
    await third.db.execute(`SET session_replication_role = replica;
      UPDATE payout_transactions SET state = 'final';
      SET session_replication_role = origin`);
    expect(await preparePayouts(process, [kept])).toEqual({ kind: 'bound' });
    const again = await findPayout(third.db, kept.id);
    if (again === undefined) throw new Error('gone');
    expect(again.orderId).not.toBe(kept.orderId);
    expect(await preparePayouts(process, [again])).toEqual({ kind: 'prepared' });
    expect(await claimsOf(third, kept)).not.toBe(coins);
    process.end();
    await third.close();
  });

  /** Three payouts of one batch, each on its own copy of the test's coins. */
  const threeOf = async (of: TestContext) => {
    const process = processOf(of);
    const payouts: Payout[] = [];
    for (const address of payees) payouts.push(await reserve(process, await openMiner(of, address)));
    const [one, two, three] = payouts;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three are needed');
    expect(await preparePayouts(process, payouts)).toEqual({ kind: 'prepared' });
    return { process, payouts: [one, two, three] as const };
  };
  const coinsOf = async (of: TestContext, payout: Payout): Promise<readonly string[]> =>
    (await claimsOf(of, payout))?.split(' ') ?? [];

  it('builds a batch of which one dropped out over the same coin, and the one only once that is final', async () => {
    const fourth = await createTestContext(engine);
    const { process, payouts } = await threeOf(fourth);
    const [one, two, three] = payouts;
    const before = await coinsOf(fourth, one);
    // Killed between the signature and the row, and held since.
    await forgetSigned(fourth);
    await holdPayout({ ...process, actor: 'root' }, three.id, 'a look');
    expect(await preparePayouts(process, [one, two])).toEqual({ kind: 'prepared' });
    expect((await coinsOf(fourth, one)).some((name) => before.includes(name))).toBe(true);
    await approvePayout({ ...process, actor: 'root' }, three.id, 'looked at');
    const approved = (await findPayout(fourth.db, three.id)) ?? three;
    expect(await preparePayouts(process, [approved])).toEqual({ kind: 'bound' });
    process.end();
    await fourth.close();
  });

  it('takes those that may leave out of a batch over the same coins, and does so again where it died before it was stored', async () => {
    const fifth = await createTestContext(engine);
    const { process, payouts } = await threeOf(fifth);
    const [one, two, three] = payouts;
    const first = await coinsOf(fifth, one);
    const operator = { ...process, actor: 'root' };
    await holdPayout(operator, two.id, 'a look');
    const dying = { ...operator, rollback: { ...process.rollback, check: async () => undefined } };
    const fails: typeof dying = {
      ...dying,
      db: {
        ...process.db,
        transaction: async () => Promise.reject(new Error('died')),
        query: (statement) => process.db.query(statement),
      },
    };
    await expect(rebuildWithoutHeld(fails, { id: one.id, why: 'held' })).rejects.toThrow('died');
    const rebuilt = await rebuildWithoutHeld(operator, { id: one.id, why: 'held' });
    expect(rebuilt).toMatchObject({ kind: 'rebuilt', payouts: [one.id, three.id], left: [two.id] });
    expect(await coinsOf(fifth, two)).toEqual(first);
    expect((await coinsOf(fifth, one)).some((name) => first.includes(name))).toBe(true);
    process.end();
    await fifth.close();
  });
});
