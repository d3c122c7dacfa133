import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { hasMoneroWallet, MoneroWallet } from '../../../../../../testing/monero-wallet.ts';
import { payees, payer } from '../../../../../../testing/monero-payments.ts';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { BuildOutcome, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import type { MoneroRailOptions } from './monero-rail.ts';
import { confirmations, MoneroWallets } from './testing/monero-wallets.ts';
import { ViewWallet } from './view-wallet.ts';

const coin = 10n ** 18n;
const order: PaymentOrder = {
  payoutId: 1n,
  coin: 'XMR',
  network: 'XMR',
  address: payees.primary,
  memo: '',
  amount: coin,
};
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

describe.skipIf(!hasMonerod || !hasMoneroWallet)('a rail on two monerods', { timeout: 240_000 }, () => {
  let wallets: MoneroWallets;
  beforeAll(async () => {
    wallets = await MoneroWallets.start(12);
  }, 240_000);
  afterAll(async () => {
    await wallets?.close();
  }, 60_000);

  const open = (more: Partial<MoneroRailOptions> = {}) => {
    const rail = wallets.rail(more);
    const build = async (
      orders: readonly PaymentOrder[],
      claimed: readonly string[] = [],
    ): Promise<Signed> => {
      const outcome = await rail.build(orders, claimed);
      if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const statuses = async ({ txid, proof }: Signed) =>
      (await rail.lookUp('XMR', txid, proof)).map(({ status }) => status);
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail.lookUp('XMR', txid, proof), confirmations);
    return { rail, build, statuses, judged };
  };
  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 120_000, interval: 200 }) as Promise<Awaited<T>>;

  it('pays two in one transaction, which both nodes confirm, and its change comes back', async () => {
    const { rail, build, statuses } = open();
    const before = (await wallets.wallet().amounts()).get('XMR') ?? 0n;
    expect(before).toBeGreaterThan(300n * coin);
    const had = await rail.funds?.('XMR', 'XMR', []);
    expect(had?.spendable).toBe(before);
    const orders = [order, { ...order, payoutId: 2n, address: payees.further, amount: 2n * coin }];
    const signed = await build(orders);
    const decoded = await rail.inspect({ ...signed, network: 'XMR' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment(orders, signed.txid, decoded, rail.terms('XMR', 'XMR'))).toBeUndefined();
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    expect(await rail.outgoing(0, 'XMR')).toMatchObject([{ transactions: [] }, { transactions: [] }]);

    expect(await rail.send('XMR', signed.bytes)).toEqual({ kind: 'taken' });
    expect(await rail.send('XMR', signed.bytes)).toEqual({ kind: 'taken' });
    await eventually(async () =>
      expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
    );
    // What waits has left as well, and pays whom the signer says.
    const waiting = await rail.outgoing(0);
    expect(waiting.map(({ transactions }) => transactions.map(({ txid }) => txid))).toEqual([
      [signed.txid],
      [signed.txid],
    ]);
    await wallets.nodes.mine(confirmations);
    const confirmed = { kind: 'confirmed', confirmations, fee: decoded.fee.amount };
    await eventually(async () => expect(await statuses(signed)).toEqual([confirmed, confirmed]));
    expect(await rail.send('XMR', signed.bytes)).toEqual({ kind: 'taken' });
    const [one] = await rail.outgoing(0, 'XMR');
    const [left] = one?.transactions ?? [];
    expect(left).toMatchObject({ txid: signed.txid, label: undefined });
    expect(left && (await rail.inspect(left))).toMatchObject({ outputs: decoded.outputs });
    const after = (await wallets.wallet().amounts()).get('XMR') ?? 0n;
    // The change is locked for ten blocks, and young rewards for sixty.
    const has = await rail.funds?.('XMR', 'XMR', []);
    expect(has?.waiting).toBeGreaterThan(0n);
    expect(has?.waitingBlocks ?? 10).toBeGreaterThanOrEqual(10 - confirmations);
    expect(has?.waitingBlocks ?? 10).toBeLessThanOrEqual(60);
    // Other rewards may have become old enough meanwhile; change counts at once.
    expect(after).toBeGreaterThanOrEqual(before - 3n * coin - decoded.fee.amount);
  });

  it('pays fifteen in one transaction, each its amount by the word of their wallet', async () => {
    const { rail, build } = open();
    const account = { address: payees.primary, viewkey: payees.viewKey };
    const theirs = await MoneroWallet.start(wallets.nodes.two.url, account, false);
    try {
      const before = await theirs.received();
      const orders = [payees.primary, ...(await theirs.newAddresses(14))].map((address, at) => ({
        ...order,
        payoutId: BigInt(100 + at),
        address,
        amount: coin / 10n + BigInt(at) * 10n ** 6n,
      }));
      const signed = await build(orders);
      const decoded = await rail.inspect({ ...signed, network: 'XMR' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      expect(verifyPayment(orders, signed.txid, decoded, rail.terms('XMR', 'XMR'))).toBeUndefined();
      const alone = await rail.inspect({
        ...(await build([{ ...order, payoutId: 120n }])),
        network: 'XMR',
      });
      if (alone === 'unreadable') throw new Error('nothing was read');
      const quote = await rail.quote?.('XMR', 'XMR');
      // The wallet has spent two outputs where it takes one.
      const ratios = [alone.fee.amount, decoded.fee.amount / 15n].map((fee, at) =>
        Number((fee * 100n) / ((at === 0 ? quote?.alone : quote?.together) ?? 1n)),
      );
      for (const percent of ratios) {
        expect(percent).toBeGreaterThan(90);
        expect(percent).toBeLessThan(200);
      }
      // Of fifteen each costs less than a third of what one does.
      expect(decoded.fee.amount / 15n).toBeLessThan(alone.fee.amount / 3n);
      await rail.send('XMR', signed.bytes);
      await eventually(async () =>
        expect(await wallets.nodes.two.ask('get_info')).toMatchObject({ tx_pool_size: 1 }),
      );
      await wallets.nodes.mine(1);
      const amounts = orders.reduce((sum, { amount }) => sum + amount / 10n ** 6n, 0n);
      expect((await theirs.received()) - before).toBe(amounts);
    } finally {
      await theirs.close();
    }
  });

  it('refuses what can never be paid, and pays an integrated address alone', async () => {
    const { rail, build } = open();
    const to = (address: string) => rail.build([{ ...order, payoutId: 40n, address }], []);
    expect(await to(`${payees.primary.slice(0, -1)}1`)).toMatchObject({
      payments: [{ payoutId: 40n, reason: 'INVALID_ADDRESS' }],
    });
    expect(await to(wallets.address)).toMatchObject({
      payments: [{ why: `${wallets.address} is an address of the pool itself` }],
    });
    const integrated = { ...order, payoutId: 41n, address: payees.integrated };
    await expect(rail.build([{ ...order, payoutId: 40n }, integrated], [])).rejects.toThrow('is paid alone');
    const signed = await build([integrated]);
    const decoded = await rail.inspect({ ...signed, network: 'XMR' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([integrated], signed.txid, decoded, rail.terms('XMR', 'XMR'))).toBeUndefined();
  });

  it('signs nothing that costs more than its cap, and says what is missing', async () => {
    await expect(open({ feeMax: 10n ** 12n }).build([{ ...order, payoutId: 42n }])).rejects.toThrow(
      /a fee of 0\.00\d+ XMR, over the cap of 0\.000001 for each payment/,
    );
    const short = await open()
      .build([{ ...order, payoutId: 43n, amount: 2000n * coin }])
      .catch((error: unknown) => error);
    expect(short).toBeInstanceOf(WalletShort);
    expect((short as Error).message).toMatch(
      /^\d+\.\d+ XMR are missing in outputs that may be spent now; \d[\d.]* XMR are locked yet/,
    );
  });

  it('takes other outputs for another payment meanwhile, and shares one with what was signed before', async () => {
    const { build, rail } = open();
    const batch = [50n, 51n].map((payoutId, at) => ({
      ...order,
      payoutId,
      address: at === 0 ? payees.primary : payees.further,
    }));
    const first = await build(batch);
    const other = await build([{ ...order, payoutId: 52n }]);
    const images = ({ proof }: Signed) => new Set((proof['images'] ?? '').split(' '));
    expect([...images(first)].some((image) => images(other).has(image))).toBe(false);
    // The answer was lost: the same payments again, and one of them alone.
    const again = await build(batch);
    expect(again.txid).not.toBe(first.txid);
    const alone = await build(batch.slice(0, 1));
    for (const each of [again, alone])
      expect([...images(each)].some((image) => images(first).has(image))).toBe(true);
    // One that was not there at first joins only where what was spent then is enough.
    const large = { ...order, payoutId: 53n, address: payees.further, amount: 100n * coin };
    await expect(build([batch[0] ?? order, large])).rejects.toThrow('is not enough for all');
    // What is claimed by another transaction of the pool can be shared no more.
    expect(
      await rail.build(
        batch,
        [...images(first)].map((image) => `image:${image}`),
      ),
    ).toMatchObject({
      kind: 'bound',
      payments: [{ payoutId: 50n }, { payoutId: 51n }],
    });
  });

  it('knows what a signer has signed whose answer was lost, also after it was killed', async () => {
    const { build } = open();
    const signed = await build([{ ...order, payoutId: 54n }]);
    await wallets.signerProcess.close();
    await expect(build([{ ...order, payoutId: 54n }])).rejects.toThrow('cannot be asked');
    await wallets.signerProcess.run();
    const known = await wallets.signer().signedAs(signed.txid);
    expect(known).toMatchObject({ payees: [payees.primary] });
    expect(Buffer.from(known?.bytes ?? []).equals(Buffer.from(signed.bytes))).toBe(true);
    expect((await build([{ ...order, payoutId: 54n }])).proof['images']).toBe(signed.proof['images']);
  });

  it('proves the end of a payment whose output another transaction has spent, once that is deep enough', async () => {
    const { rail, build, statuses, judged } = open();
    const signed = await build([{ ...order, payoutId: 60n }]);
    // Of a database that knows nothing of the first.
    const stranger = open();
    const other = await stranger.build([{ ...order, payoutId: 61n, address: payees.further }]);
    expect(other.proof['images']).toBe(signed.proof['images']);
    await stranger.rail.send('XMR', other.bytes);
    await eventually(async () => expect((await stranger.statuses(other))[1]).toEqual({ kind: 'waiting' }));
    expect(await rail.send('XMR', signed.bytes)).toEqual({
      kind: 'refused',
      why: 'one: something that it spends is spent by another transaction; two: something that it spends is spent by another transaction',
    });
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    // Until it is known, nothing is built: it may pay a payout that the database has lost.
    await expect(build([{ ...order, payoutId: 62n }])).rejects.toThrow('a transaction waits at one');
    const claims = (other.proof['images'] ?? '').split(' ').map((image) => `image:${image}`);
    expect((await build([{ ...order, payoutId: 62n }], claims)).proof['images']).not.toBe(
      other.proof['images'],
    );
    await wallets.nodes.mine(confirmations - 1);
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    await wallets.nodes.mine(1);
    const why = `${other.txid} has spent ${signed.proof['images']}, ${confirmations} blocks deep`;
    expect(await statuses(signed)).toEqual([
      { kind: 'invalidated', why, fee: 0n },
      { kind: 'invalidated', why, fee: 0n },
    ]);
    expect((await judged(signed)).evidence).toEqual({ kind: 'invalidated' });
    expect((await rail.outgoing(0))[0]?.transactions.map(({ txid }) => txid)).toContain(other.txid);
  });

  it('takes an end back where its branch is given up, and confirms what stands on the other', async () => {
    const { rail, build, statuses } = open();
    const signed = await build([{ ...order, payoutId: 63n }]);
    const other = await open().build([{ ...order, payoutId: 64n, address: payees.further }]);
    expect(other.proof['images']).toBe(signed.proof['images']);
    await wallets.nodes.cut();
    const [one, two] = wallets.railNodes;
    /** A node without peers passes a transaction on to its blocks when it likes. */
    const mineUntil = async (node: 'one' | 'two', check: () => Promise<boolean>): Promise<void> => {
      for (let blocks = 0; !(await check()); blocks += 1) {
        if (blocks === 300) throw new Error(`node ${node} takes the transaction into no block`);
        await wallets.nodes[node].generate(1);
      }
    };
    await open({ nodes: one === undefined ? [] : [one] }).rail.send('XMR', other.bytes);
    await mineUntil('one', async () => (await statuses(signed))[0]?.kind === 'invalidated');
    const { height } = await wallets.nodes.one.info();
    await open({ nodes: two === undefined ? [] : [two] }).rail.send('XMR', signed.bytes);
    await mineUntil('two', async () => {
      const isLonger = (await wallets.nodes.two.info()).height > height + 1;
      return isLonger && (await statuses(signed))[1]?.kind === 'confirmed';
    });
    const [, confirmed] = await statuses(signed);
    await wallets.nodes.join();
    await eventually(async () => expect(await statuses(signed)).toEqual([confirmed, confirmed]));
    expect(await rail.send('XMR', signed.bytes)).toEqual({ kind: 'taken' });
  });

  it('builds and settles nothing while one of two nodes is away, and goes on when it is back', async () => {
    const { rail, build, judged } = open();
    const signed = await build([{ ...order, payoutId: 70n }]);
    await wallets.nodes.two.signal('SIGKILL');
    await expect(rail.build([{ ...order, payoutId: 71n }], [])).rejects.toThrow(
      /second node must know the outputs|no node is in step/,
    );
    expect(await rail.send('XMR', signed.bytes)).toEqual({ kind: 'taken' });
    await wallets.nodes.one.generate(confirmations);
    expect((await judged(signed)).evidence).not.toMatchObject({ kind: 'confirmed', confirmations });
    await wallets.nodes.two.start();
    await wallets.nodes.join();
    await eventually(async () =>
      expect((await judged(signed)).evidence).toMatchObject({ kind: 'confirmed', confirmations }),
    );
  });

  it('names what has left with a wallet that was made again as well', async () => {
    const { rail } = open();
    const again = await MoneroWallet.start(wallets.nodes.one.url, wallets.signerProcess.monero);
    try {
      const other = open({ wallet: new ViewWallet(wallets.openWallet(again)) }).rail;
      const named = async (by: typeof rail) =>
        (await by.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid).toSorted());
      const [one, two] = await named(rail);
      expect(one?.length).toBeGreaterThan(2);
      expect(await named(other)).toEqual([one, two]);
    } finally {
      await again.close();
    }
  });

  it('relies on no wallet of another account, or that holds the key', async () => {
    const other = await MoneroWallet.start(wallets.nodes.one.url);
    const keys = await MoneroWallet.start(wallets.nodes.one.url, {
      address: payer.address,
      viewkey: payer.viewKey,
      spendkey: payer.spendKey,
    });
    try {
      for (const [wallet, address, why] of [
        [other, wallets.address, 'it is the wallet of'],
        [keys, payer.address, 'it holds the key that spends'],
      ] as const) {
        const { rail } = open({ wallet: new ViewWallet(wallets.openWallet(wallet)), address });
        await expect(rail.build([{ ...order, payoutId: 72n }], [])).rejects.toThrow(why);
        await expect(rail.outgoing(0)).rejects.toThrow(why);
      }
    } finally {
      await Promise.all([other.close(), keys.close()]);
    }
  });
});
