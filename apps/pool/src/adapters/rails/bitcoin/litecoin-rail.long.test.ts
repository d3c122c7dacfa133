import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { addressOfScript } from '@openlode/mining/address-payment';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { PaymentOrder, BuildOutcome } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import type { BitcoinRailOptions } from './bitcoin-rail.ts';
import { readTransaction } from './read-transaction.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { spendAgain } from './testing/spend-again.ts';

const coin = 10n ** 18n;
const address = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const order: PaymentOrder = { payoutId: 1n, coin: 'LTC', network: 'LTC', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

describe.skipIf(!hasLitecoind)('a rail on two litecoinds', { timeout: 240_000 }, () => {
  let wallets: LitecoinWallets;
  beforeAll(async () => {
    wallets = await LitecoinWallets.start(8);
  }, 240_000);
  afterAll(async () => {
    await wallets?.close();
  });

  const open = (more: Partial<BitcoinRailOptions> = {}) => {
    const rail = wallets.rail(more);
    const sign = async (amount = coin, payoutId = 1n): Promise<Signed> => {
      const outcome = await rail.build([{ ...order, payoutId, amount }], []);
      if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const statuses = async ({ txid, proof }: Signed) =>
      (await rail.lookUp('LTC', txid, proof)).map(({ status }) => status);
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail.lookUp('LTC', txid, proof), confirmations);
    return { rail, sign, statuses, judged };
  };

  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 120_000, interval: 50 }) as Promise<Awaited<T>>;

  const conflictWith = ({ proof }: Signed): Promise<string> =>
    spendAgain(wallets.signer, wallets.railNodes, proof);

  it('pays one, which both nodes confirm, and its change comes back', async () => {
    const { rail, sign, statuses } = open();
    expect(await wallets.wallet().amounts()).toEqual(new Map([['LTC', 400n * coin]]));
    const signed = await sign();
    const decoded = await rail.inspect({ ...signed, network: 'LTC' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([order], signed.txid, decoded, rail.terms('LTC', 'LTC'))).toBeUndefined();
    expect(decoded.outputs[0]).toEqual({ address, memo: '', asset: 'LTC', amount: coin });
    // 141 virtual bytes at most, of which the floor takes 10 litoshi each.
    expect(decoded.fee.amount / 10n ** 10n).toBe(1410n);
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    expect(await rail.outgoing(0, 'LTC')).toMatchObject([{ transactions: [] }, { transactions: [] }]);

    expect(await rail.send('LTC', signed.bytes)).toEqual({ kind: 'taken' });
    expect(await rail.send('LTC', signed.bytes)).toEqual({ kind: 'taken' });
    await eventually(async () =>
      expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
    );
    // Its change counts at once, and is not spent before it is deep enough.
    const left = 399n * coin - decoded.fee.amount;
    expect(await wallets.wallet().amounts()).toEqual(new Map([['LTC', left]]));
    const short = await rail
      .build([{ ...order, payoutId: 2n, amount: 351n * coin }], [])
      .catch((error: unknown) => error);
    expect(short).toBeInstanceOf(WalletShort);
    expect((short as Error).message).toBe(
      '1.0000518 LTC are missing in coins under 2 blocks that no other payment spends',
    );

    await wallets.nodes.mine(confirmations);
    const confirmed = { kind: 'confirmed', confirmations, fee: decoded.fee.amount };
    expect(await statuses(signed)).toEqual([confirmed, confirmed]);
    expect(await rail.send('LTC', signed.bytes)).toEqual({ kind: 'taken' });
    const [one, two] = await rail.outgoing(0, 'LTC');
    expect(one?.transactions).toMatchObject([{ txid: signed.txid, network: 'LTC', label: undefined }]);
    expect(two?.transactions.map(({ txid }) => txid)).toEqual([signed.txid]);
    expect(await wallets.wallet().amounts()).toEqual(new Map([['LTC', left]]));
  });

  it('signs nothing that costs more than its cap, or that no node would take', async () => {
    await expect(open({ feeMax: 10n ** 13n }).sign()).rejects.toThrow(
      'the payment would cost 0.0000141 LTC, over the cap of 0.00001 for each payee',
    );
    await expect(open({ rates: { floor: 100n, cap: 999n } }).sign()).rejects.toThrow(
      'the nodes take nothing below 1000 units a virtual kilobyte, and the cap of the settings is 999',
    );
    const { rail } = open();
    const asked = wallets.signer.asked.length;
    expect(await rail.build([{ ...order, amount: 10n ** 13n }], [])).toMatchObject({
      kind: 'refused',
      payments: [{ payoutId: 1n, reason: 'REFUSED' }],
    });
    expect(await rail.build([{ ...order, address: `${address}x` }], [])).toMatchObject({
      payments: [{ payoutId: 1n, reason: 'INVALID_ADDRESS' }],
    });
    expect(wallets.signer.asked).toHaveLength(asked);
  });

  it('refuses a payment to itself, however its address is spelled', async () => {
    const { rail } = open();
    const script = readTransaction((await open().sign()).bytes).outputs[1]?.script ?? new Uint8Array();
    const spelled = addressOfScript({ keyHash: [], scriptHash: [], segwit: ['ltc'] }, script) ?? '';
    expect(await rail.build([{ ...order, address: spelled }], [])).toMatchObject({
      kind: 'refused',
      payments: [
        { payoutId: 1n, reason: 'INVALID_ADDRESS', why: `${spelled} is an address of the pool itself` },
      ],
    });
  });

  it('pays several in one transaction, but not two spellings of one address', async () => {
    const { rail } = open();
    const orders = [
      { ...order, payoutId: 30n },
      { ...order, payoutId: 31n, address: 'MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1', amount: 2n * coin },
      { ...order, payoutId: 33n, address: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', amount: 4n * coin },
    ];
    const outcome = await rail.build(orders, []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    const decoded = await rail.inspect({ ...outcome, network: 'LTC' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment(orders, outcome.txid, decoded, rail.terms('LTC', 'LTC'))).toBeUndefined();
    expect(decoded.outputs.map(({ address: to }) => to)).toEqual([
      ...orders.map(({ address: to }) => to),
      wallets.signer.address,
    ]);
    const accepted = await wallets.nodes.one.ask('testmempoolaccept', [
      Buffer.from(outcome.bytes).toString('hex'),
    ]);
    expect(accepted).toMatchObject([{ allowed: true }]);
    const spelled = { ...order, payoutId: 32n, address: '3MidrAnQ9w1YK6pBqMv7cw5bGLDvPRznph' };
    await expect(rail.build([...orders, spelled], [])).rejects.toThrow('spelled in two ways');
  });

  it('chooses the same coins for a payment again, and others for another one meanwhile', async () => {
    const { sign } = open();
    const [first, other] = [await sign(coin, 7n), await sign(coin, 8n)];
    const again = await sign(coin, 7n);
    expect(again.proof['coins']).toBe(first.proof['coins']);
    expect(again.txid).toBe(first.txid);
    expect(other.proof['coins']).not.toBe(first.proof['coins']);
  });

  it('proves the end of a payment whose coin another transaction has spent, once that is deep enough', async () => {
    const { rail, sign, statuses, judged } = open();
    const signed = await sign();
    const conflict = await conflictWith(signed);
    const spender = await wallets.nodes.one.ask<string>('sendrawtransaction', conflict);
    await eventually(async () => expect(await wallets.nodes.two.ask('getrawmempool')).toContain(spender));
    expect(await rail.send('LTC', signed.bytes)).toEqual({
      kind: 'refused',
      why: 'one: another transaction that waits spends the same coin (txn-mempool-conflict); two: another transaction that waits spends the same coin (txn-mempool-conflict)',
    });
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    await wallets.nodes.mine(1);
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    expect(await rail.send('LTC', signed.bytes)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('one: a coin that it spends is spent, or not known here'),
    });
    await wallets.nodes.mine(1);
    const why = `${spender} has spent ${signed.proof['coins']}, 2 blocks deep`;
    expect(await statuses(signed)).toEqual([
      { kind: 'invalidated', why, fee: 0n },
      { kind: 'invalidated', why, fee: 0n },
    ]);
    expect((await judged(signed)).evidence).toEqual({ kind: 'invalidated' });
    // What the wallet did not send through the pool is found by its wallets.
    expect((await rail.outgoing(0))[0]?.transactions.map(({ txid }) => txid)).toContain(spender);
  });

  it('takes an end back where its branch is given up, and confirms what stands on the other', async () => {
    const { rail, sign, statuses } = open();
    const signed = await sign();
    await wallets.nodes.cut();
    await wallets.nodes.one.ask('sendrawtransaction', await conflictWith(signed));
    await wallets.nodes.one.generate(2);
    expect((await statuses(signed))[0]).toMatchObject({ kind: 'invalidated' });
    // The other side has the payment itself.
    await wallets.nodes.two.ask('sendrawtransaction', Buffer.from(signed.bytes).toString('hex'));
    await wallets.nodes.two.generate(4);
    expect((await statuses(signed))[1]).toMatchObject({ kind: 'confirmed', confirmations: 4 });
    await wallets.nodes.join();
    await eventually(async () =>
      expect(await statuses(signed)).toMatchObject([
        { kind: 'confirmed', confirmations: 4 },
        { kind: 'confirmed', confirmations: 4 },
      ]),
    );
    expect(await rail.send('LTC', signed.bytes)).toEqual({ kind: 'taken' });
  });

  it('confirms nothing that was in a block which is no longer on the best branch', async () => {
    const { rail, sign, statuses } = open();
    const signed = await sign();
    await rail.send('LTC', signed.bytes);
    await eventually(async () =>
      expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
    );
    await wallets.nodes.mine(1);
    const block = await wallets.nodes.one.ask<string>('getbestblockhash');
    for (const node of [wallets.nodes.one, wallets.nodes.two]) await node.ask('invalidateblock', block);
    await eventually(async () =>
      expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
    );
    for (const node of [wallets.nodes.one, wallets.nodes.two]) await node.ask('reconsiderblock', block);
    await eventually(async () =>
      expect(await statuses(signed)).toMatchObject([{ kind: 'confirmed' }, { kind: 'confirmed' }]),
    );
  });

  it('builds and settles nothing while one of two nodes is away, and goes on when it is back', async () => {
    const { rail, sign, judged } = open();
    const signed = await sign(coin, 20n);
    await wallets.nodes.two.signal('SIGKILL');
    await expect(rail.build([{ ...order, payoutId: 21n }], [])).rejects.toThrow(
      /second node must know the coins|no node is in step/,
    );
    expect(await rail.send('LTC', signed.bytes)).toEqual({ kind: 'taken' });
    await wallets.nodes.one.generate(3);
    const alone = await judged(signed);
    expect(alone.evidence).not.toMatchObject({ kind: 'confirmed', confirmations: 3 });
    await wallets.nodes.two.start();
    await wallets.nodes.join();
    await eventually(async () =>
      expect((await judged(signed)).evidence).toMatchObject({ kind: 'confirmed', confirmations: 3 }),
    );
  });

  it('answers by one node, and not at all without any', async () => {
    const { rail, sign, judged } = open();
    const signed = await sign(coin, 22n);
    await rail.send('LTC', signed.bytes);
    await wallets.nodes.mine(confirmations);
    // One that is killed comes back without its newest blocks.
    await wallets.nodes.one.signal('SIGTERM');
    await expect(rail.send('LTC', signed.bytes)).resolves.toEqual({ kind: 'taken' });
    await wallets.nodes.two.signal('SIGTERM');
    await expect(rail.send('LTC', signed.bytes)).rejects.toThrow('no node has answered');
    await expect(rail.lookUp('LTC', signed.txid, signed.proof)).rejects.toThrow('no node answers');
    await expect(rail.outgoing(0)).rejects.toThrow('no node answers');
    await Promise.all([wallets.nodes.one.start(), wallets.nodes.two.start()]);
    await wallets.nodes.join();
    // A node that has just started counts as loading until its next block.
    await wallets.nodes.mine(1);
    await eventually(async () =>
      expect((await judged(signed)).evidence).toMatchObject({ kind: 'confirmed', confirmations: 3 }),
    );
  });

  it('cancels what never left by its coins, and not what nodes have waiting', async () => {
    const { rail, sign, statuses } = open();
    const signed = await sign(coin, 41n);
    const stored = [{ ...signed, network: 'LTC' }];
    const orders = [{ ...order, payoutId: 41n }];
    const cancel = await rail.cancel?.(orders, stored);
    if (cancel === undefined) throw new Error('it cannot cancel');
    expect(cancel.proof['coins']).toBe(signed.proof['coins']);
    expect(await rail.send('LTC', cancel.bytes)).toEqual({ kind: 'taken' });
    await eventually(async () =>
      expect(await statuses({ kind: 'signed', ...cancel })).toEqual([
        { kind: 'waiting' },
        { kind: 'waiting' },
      ]),
    );
    expect((await rail.send('LTC', signed.bytes)).kind).toBe('refused');
    await wallets.nodes.mine(confirmations);
    const over = {
      kind: 'invalidated',
      why: `${cancel.txid} has spent ${signed.proof['coins']}, 2 blocks deep`,
    };
    expect(await statuses(signed)).toMatchObject([over, over]);
    expect(await statuses({ kind: 'signed', ...cancel })).toMatchObject([
      { kind: 'confirmed', confirmations },
      { kind: 'confirmed', confirmations },
    ]);
    const sent = await sign(coin, 42n);
    await rail.send('LTC', sent.bytes);
    await eventually(async () =>
      expect(await statuses(sent)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
    );
    await expect(rail.cancel?.([{ ...order, payoutId: 42n }], [{ ...sent, network: 'LTC' }])).rejects.toThrow(
      'they have it waiting for a block',
    );
    await wallets.nodes.mine(confirmations);
  });

  it('relies on no wallet that holds keys, is not there, or does not watch its address', async () => {
    await wallets.nodes.one.ask('createwallet', 'keys');
    await wallets.nodes.one.ask('createwallet', 'empty', true, true);
    const at = (name: string) =>
      wallets.railNodes.map((node) => ({
        ...node,
        wallet: {
          ...node.wallet,
          call: (method: string, params?: Parameters<typeof node.wallet.call>[1]) =>
            method === 'getwalletinfo' || method === 'getaddressinfo'
              ? wallets.walletOf(node.name, name).call(method, params)
              : node.wallet.call(method, params),
        },
      }));
    for (const [name, why] of [
      ['keys', 'its wallet holds keys'],
      ['nowhere', 'it has no such wallet'],
      ['empty', `its wallet does not watch ${wallets.signer.address}`],
    ] as const) {
      const { rail } = open({ nodes: at(name).slice(0, 1) });
      await expect(rail.build([order], [])).rejects.toThrow(why);
      await expect(rail.outgoing(0)).rejects.toThrow(why);
      await expect(wallets.wallet(at(name).slice(0, 1)).amounts()).rejects.toThrow(why);
    }
  });
});
