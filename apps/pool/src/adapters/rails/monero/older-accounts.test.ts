import { beforeEach, describe, expect, it } from 'vitest';
import {
  moved,
  payees,
  payer,
  type RecordedPayment,
  toFurther,
  toTwo,
} from '../../../../../../testing/monero-payments.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import type { Rail } from '../../../domain/kernel/rail.ts';
import { memoryReservations } from '../bitcoin/testing/memory-reservations.ts';
import { moneroRail } from './monero-rail.ts';
import { imagesOf } from './read-transaction.ts';
import { bytesOf, FakeNode, FakeSigner, FakeWallet } from './testing/fake-monero.ts';
import { ViewWallet } from './view-wallet.ts';

const newer = moved.newer.address;
const images = imagesOf(bytesOf(toTwo.raw));
const move: RecordedPayment = { ...moved, orders: [] };

let nodes: [FakeNode, FakeNode];
/** Of the account that pays now, and of the one whose key it replaces. */
let wallet: FakeWallet;
let olderWallet: FakeWallet;
let signer: FakeSigner;
beforeEach(() => {
  nodes = [new FakeNode('one'), new FakeNode('two')];
  wallet = new FakeWallet(moved.newer);
  olderWallet = new FakeWallet(payer);
  olderWallet.outputs = images.map((image) => ({ image, amount: 9, isFrozen: false, unlocked: true }));
  signer = new FakeSigner(toTwo);
  signer.before = [toTwo];
  for (const node of nodes) node.blocks.set(150, [toTwo]);
});

const open = (isNamed = true): Rail =>
  moneroRail({
    kind: 'regtest',
    address: newer,
    nodes,
    wallet: new ViewWallet(wallet.rpc),
    signer,
    ...(isNamed && {
      olderAccounts: [{ address: payer.address, wallet: new ViewWallet(olderWallet.rpc) }],
    }),
    reservations: memoryReservations(),
    feeMax: 10n ** 16n,
    confirmations: 3,
    now: () => 5000,
  });
const left = async (rail = open()): Promise<readonly (readonly string[])[]> =>
  (await rail.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid));

describe('an account whose key was replaced', () => {
  it('is asked for what has left it, which is read, and no more once the file does not name it', async () => {
    const rail = open();
    expect(await left(rail)).toEqual([[toTwo.txid], [toTwo.txid]]);
    const [sent] = (await rail.outgoing(0))[0]?.transactions ?? [];
    if (sent === undefined) throw new Error('nothing has left');
    const decoded = await rail.inspect(sent);
    if (decoded === 'unreadable') throw new Error('it cannot be read');
    const orders = toTwo.orders.map(({ address, amount }, at) => ({
      payoutId: BigInt(at + 1),
      coin: 'XMR',
      network: 'XMR',
      address,
      memo: '',
      amount: amount * 1_000_000n,
    }));
    // What comes back to the older account is the pool's own.
    expect(verifyPayment(orders, toTwo.txid, decoded, rail.terms('XMR', 'XMR'))).toBeUndefined();
    expect(await left(open(false))).toEqual([[], []]);
  });

  it('is paid nothing, and pays nothing', async () => {
    const order = { payoutId: 1n, coin: 'XMR', network: 'XMR', address: payer.address, memo: '', amount: 1n };
    expect(await open().build([order], [])).toEqual({
      kind: 'refused',
      payments: [
        {
          payoutId: 1n,
          reason: 'INVALID_ADDRESS',
          why: `${payer.address} is an address of the pool itself`,
        },
      ],
    });
    expect(open().terms('XMR', 'XMR').ownAddresses).toEqual([newer, payer.address]);
  });

  it('has a payment named by what that gave back, where its wallet has lost all images', async () => {
    olderWallet.outputs = [
      { image: '', amount: 9, isFrozen: false, unlocked: true, txid: toTwo.txid },
      // From elsewhere, and late: no signer gives an image of it any more, and nothing waits for one.
      { image: '', amount: 9, isFrozen: false, unlocked: true, txid: 'ee'.repeat(32) },
    ];
    signer.keyImages = () => Promise.reject(new Error('it is asked for none'));
    const [one] = await open().outgoing(0);
    expect(one?.transactions).toMatchObject([
      { txid: toTwo.txid, at: 150_000, proof: { images: images.join(' ') } },
    ]);
  });

  it('has sent nothing where everything was brought to the newer one', async () => {
    olderWallet.outputs = imagesOf(bytesOf(moved.raw)).map((image) => ({
      image,
      amount: 9,
      isFrozen: false,
      unlocked: true,
    }));
    olderWallet.sent = [{ txid: moved.txid, timestamp: 160 }];
    for (const node of nodes) node.blocks.set(160, [move]);
    for (const known of [[], [{ ...move, orders: [{ address: newer, amount: 1n }] }]]) {
      signer.before = known;
      expect(await left()).toEqual([[], []]);
    }
    // What pays another as well has.
    olderWallet.sent = [{ txid: toFurther.txid, timestamp: 150 }];
    for (const node of nodes) node.blocks.set(150, [toFurther]);
    expect(await left()).toEqual([[toFurther.txid], [toFurther.txid]]);
  });

  it('is in doubt where its wallet is away, behind, or another one', async () => {
    olderWallet.height = 150;
    expect((await open().outgoing(0)).map(({ isSynced }) => isSynced)).toEqual([false, false]);
    olderWallet.answers.delete('refresh');
    await expect(open().outgoing(0)).rejects.toThrow('nothing answers refresh');
    olderWallet = new FakeWallet({ address: payees.primary, viewKey: payees.viewKey });
    await expect(open().outgoing(0)).rejects.toThrow(`it is the wallet of ${payees.primary}`);
  });
});
