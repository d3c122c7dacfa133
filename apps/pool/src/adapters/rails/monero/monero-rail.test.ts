import { beforeEach, describe, expect, it } from 'vitest';
import {
  payees,
  payer,
  type RecordedPayment,
  toFurther,
  toTwo,
} from '../../../../../../testing/monero-payments.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import type { PaymentOrder, Rail } from '../../../domain/kernel/rail.ts';
import { memoryReservations } from '../bitcoin/testing/memory-reservations.ts';
import { moneroRail } from './monero-rail.ts';
import { moneroWallet } from './monero-wallet.ts';
import { imagesOf } from './read-transaction.ts';
import { bytesOf, FakeNode, FakeSigner, FakeWallet } from './testing/fake-monero.ts';
import { ViewWallet } from './view-wallet.ts';

const confirmations = 3;
const ordersOf = ({ orders }: RecordedPayment): PaymentOrder[] =>
  orders.map(({ address, amount }, at) => ({
    payoutId: BigInt(at + 1),
    coin: 'XMR',
    network: 'XMR',
    address,
    memo: '',
    amount: amount * 1_000_000n,
  }));
const images = imagesOf(bytesOf(toTwo.raw));
const claims = images.map((image) => `image:${image}`);
const spare = 'aa'.repeat(32);

let nodes: [FakeNode, FakeNode];
let wallet: FakeWallet;
let signer: FakeSigner;
let reservations: ReturnType<typeof memoryReservations>;
let rail: Rail;
beforeEach(() => {
  nodes = [new FakeNode('one'), new FakeNode('two')];
  wallet = new FakeWallet();
  // Of the two that the payment spends neither is enough alone; the third is.
  wallet.outputs = [images[0], images[1], spare].map((image = '', at) => ({
    image,
    amount: at === 2 ? 9_000_000_000_000 : 2_000_000_000_000,
    isFrozen: at === 1,
    unlocked: true,
  }));
  for (const node of nodes) node.outputKeys = wallet.outputs.map((_output, at) => FakeWallet.keyOf(at));
  signer = new FakeSigner(toTwo);
  reservations = memoryReservations();
  rail = moneroRail({
    kind: 'regtest',
    address: payer.address,
    nodes,
    wallet: new ViewWallet(wallet.rpc),
    signer,
    reservations,
    feeMax: 10n ** 16n,
    confirmations,
    now: () => 5000,
  });
});

const build = (given: readonly string[] = [`image:${spare}`]) => rail.build(ordersOf(toTwo), given);
const proof = {
  images: images.join(' '),
  since: '100',
  payees: toTwo.orders.map(({ address }) => address).join(' '),
  keys: toTwo.keys,
};

describe('a payment of Monero', () => {
  it('is built out of chosen outputs, kept for it, and proves what it pays', async () => {
    const built = await build();
    if (built.kind !== 'signed') throw new Error('not signed');
    expect(built).toMatchObject({ txid: toTwo.txid, proof });
    expect(wallet.outputs.map(({ isFrozen }) => isFrozen)).toEqual([false, false, true]);
    expect((await reservations.read('XMR', [99n])).others).toEqual(new Set(claims));
    const decoded = await rail.inspect({ network: 'XMR', bytes: built.bytes, proof: built.proof });
    if (decoded === 'unreadable') throw new Error('unreadable');
    expect(verifyPayment(ordersOf(toTwo), built.txid, decoded, rail.terms('XMR', 'XMR'))).toBeUndefined();
    expect(await rail.inspect({ network: 'XMR', bytes: built.bytes, proof: { coins: 'a' } })).toBe(
      'unreadable',
    );
  });

  it('is not taken from a signer that spends or pays something else', async () => {
    await expect(build([])).rejects.toThrow('spends other outputs than were chosen');
    signer.answer = toFurther;
    await expect(build()).rejects.toThrow('pays something else than was asked for');
  });

  it('is built out of nothing that a node lacks, knows as spent, or that is locked', async () => {
    nodes[1].outputKeys[0] = 'ff'.repeat(32);
    await expect(build()).rejects.toThrow(/^1\.02 XMR are missing .*; 0 XMR are locked yet/);
    nodes[1].outputKeys[0] = FakeWallet.keyOf(0);
    nodes[0].locked.add(1);
    await expect(build()).rejects.toThrow(/^1\.02 XMR are missing/);
    nodes[0].locked.clear();
    for (const each of wallet.outputs) each.unlocked = false;
    await expect(build()).rejects.toThrow(/^3\.02 XMR are missing .*; 13 XMR are locked yet/);
    expect(signer.signed).toEqual([]);
  });

  it('waits while a block has spent something that no transaction of the pool spends', async () => {
    nodes[1].blocks.set(190, [toFurther]);
    await expect(build()).rejects.toThrow('a transaction is in a block of two');
    expect(signer.signed).toEqual([]);
  });

  it('waits where a wallet that was made again learns that something has left', async () => {
    const [first] = wallet.outputs;
    if (first === undefined) throw new Error('no output');
    wallet.outputs[0] = { ...first, image: '' };
    wallet.answers.set('import_key_images', () => {
      wallet.outputs[0] = { ...first, spent: true };
      return {};
    });
    await expect(build()).rejects.toThrow('something has left that the wallet did not see before');
  });

  it('waits while a transaction spends something that is not known here', async () => {
    nodes[1].waiting = [toFurther];
    await expect(build()).rejects.toThrow('a transaction waits at two');
    expect(signer.signed).toEqual([]);
  });

  it('waits for a second node, a node in step, and a wallet that has read as far', async () => {
    nodes[1].answers.clear();
    await expect(build()).rejects.toThrow('a second node must know the outputs');
    nodes[0].peers = 0;
    await expect(build()).rejects.toThrow('no node is in step');
    nodes[0].peers = 1;
    wallet.height = 150;
    await expect(build()).rejects.toThrow('the wallet has read to block 150, and a node is at 200');
  });

  it('costs no more than its cap, and keeps nothing from others where it does', async () => {
    wallet.fee = 20_000_000_001;
    await expect(build()).rejects.toThrow('a fee of 0.020000000001 XMR, over the cap of 0.01');
    expect((await reservations.read('XMR', [99n])).others).toEqual(new Set());
  });

  it('asks for the images of outputs that the wallet does not know to be spent', async () => {
    const [first] = wallet.outputs;
    if (first === undefined) throw new Error('no output');
    wallet.outputs[0] = { ...first, image: '' };
    wallet.answers.set('import_key_images', () => {
      wallet.outputs[0] = first;
      return {};
    });
    expect(await build()).toMatchObject({ kind: 'signed' });
    expect(wallet.asked).toContain('export_outputs');
  });

  it('shares everything with what was signed before, or waits for it', async () => {
    signer.before = [toTwo];
    expect(await build([])).toMatchObject({ kind: 'signed', txid: toTwo.txid });
    expect(await build(claims)).toMatchObject({
      kind: 'bound',
      payments: [{ payoutId: 1n }, { payoutId: 2n }],
    });
    wallet.outputs = wallet.outputs.slice(1);
    for (const node of nodes) node.outputKeys = [FakeWallet.keyOf(0), FakeWallet.keyOf(1)];
    await expect(build([])).rejects.toThrow('is not enough for all');
  });

  it('is swept by another word of its signer, out of nothing that is kept for a payout, and keeps nothing', async () => {
    signer.answer = toFurther;
    const [order] = ordersOf(toFurther);
    if (order === undefined) throw new Error('no order');
    const one = { ...order, payoutId: -1n, orderId: 'sweep-1' };
    await reservations.reserve('XMR', [8n], [`image:${spare}`]);
    const built = await rail.sweep?.(one, []);
    expect(built).toMatchObject({ kind: 'signed', txid: toFurther.txid });
    expect(signer.swept).toBe(1);
    expect((await reservations.read('XMR', [8n])).others).toEqual(new Set());
    expect(wallet.outputs.find(({ image }) => image === spare)?.isFrozen).toBe(true);
    await reservations.reserve('XMR', [9n], claims);
    await expect(rail.sweep?.(one, [])).rejects.toThrow('are missing in outputs that may be spent now');
    expect('cancel' in rail).toBe(false);
    wallet.further = [order.address];
    expect(await rail.sweep?.(one, [])).toEqual({
      kind: 'refused',
      payments: [
        {
          payoutId: -1n,
          reason: 'INVALID_ADDRESS',
          why: `${order.address} is an address of the pool itself`,
        },
      ],
    });
  });

  it('refuses addresses that cannot be paid, and its own', async () => {
    const [order] = ordersOf(toTwo);
    if (order === undefined) throw new Error('no order');
    for (const [address, why] of [
      ['4abc', '4abc is no address that can be paid'],
      [payer.address, `${payer.address} is an address of the pool itself`],
    ] as const)
      expect(await rail.build([{ ...order, address }], [])).toEqual({
        kind: 'refused',
        payments: [{ payoutId: 1n, reason: 'INVALID_ADDRESS', why }],
      });
    const integrated = { ...order, payoutId: 9n, address: payees.integrated };
    await expect(rail.build([...ordersOf(toTwo), integrated], [])).rejects.toThrow('is paid alone');
  });
});

describe('what the wallet has', () => {
  const fee = 20_000n * 1536n * 1_000_000n;
  const xmr = 10n ** 18n;
  const funds = (claimed: readonly string[] = []) => rail.funds?.('XMR', 'XMR', claimed);

  it('is what can be spent now, whatever is frozen for another payment, and what later', async () => {
    expect(await funds()).toEqual({ spendable: 13n * xmr, waiting: 0n, fee });
    const [first, second] = wallet.outputs;
    if (first === undefined || second === undefined) throw new Error('no outputs');
    first.unlocked = false;
    wallet.blocksToUnlock = 7;
    // The second of three blocks that a payment of this pool needs.
    second.height = 199;
    expect(await funds()).toEqual({ spendable: 9n * xmr, waiting: 4n * xmr, waitingBlocks: 7, fee });
    first.unlocked = true;
    wallet.blocksToUnlock = 0;
    expect(await funds()).toEqual({ spendable: 11n * xmr, waiting: 2n * xmr, waitingBlocks: 1, fee });
    // Of what is frozen the wallet does not say when it is unlocked.
    first.unlocked = false;
    first.isFrozen = true;
    expect(await funds()).toEqual({ spendable: 9n * xmr, waiting: 4n * xmr, fee });
  });

  it('is nothing that is claimed, chosen for a payment, or spent in a block of a node', async () => {
    expect(await funds([`image:${spare}`])).toMatchObject({ spendable: 4n * xmr, waiting: 0n });
    await reservations.reserve('XMR', [8n], [`image:${spare}`]);
    expect(await funds()).toMatchObject({ spendable: 4n * xmr, waiting: 0n });
    nodes[1].blocks.set(190, [toFurther]);
    expect(await funds()).toMatchObject({ spendable: 0n, waiting: 0n });
  });

  it('is not said while a payment waits whose change is in no block', async () => {
    nodes[1].waiting = [toFurther];
    await expect(funds(claims)).rejects.toThrow('a payment waits for a block, and what it gives back');
  });

  it('is not said where the image of an output is missing, and none is brought to the wallet by asking', async () => {
    const [first] = wallet.outputs;
    if (first !== undefined) wallet.outputs[0] = { ...first, image: '' };
    await expect(funds()).rejects.toThrow('does not know what of it is spent');
    // The next comparison has to learn by itself what had left.
    expect(wallet.asked).not.toContain('import_key_images');
  });

  it('is not said by a wallet that is behind or can spend, nor where no node answers', async () => {
    wallet.height = 150;
    await expect(funds()).rejects.toThrow('the wallet has read to block 150, and a node is at 200');
    wallet.height = 200;
    for (const node of nodes) node.answers.delete('is_key_image_spent');
    await expect(funds()).rejects.toThrow('no node says what is spent: one: nothing answers');
    wallet.answers.set('query_key', () => ({ key: 'ab' }));
    await expect(funds()).rejects.toThrow('it holds the key that spends');
  });

  it('names no fee that one node alone asks for, and none over the cap', async () => {
    nodes[1].feePerByte = 30_000_000;
    expect(await funds()).toMatchObject({ fee });
    nodes[0].feePerByte = 20_000_000;
    expect(await funds()).toMatchObject({ fee: 10n ** 16n });
  });
});

describe('what a payment costs', () => {
  it('follows from the dearest node, alone and as one of fifteen; two nodes agree on the lower', async () => {
    nodes[1].feePerByte = 30_000;
    expect(await rail.quote?.('XMR', 'XMR')).toEqual({
      feeAsset: 'XMR',
      alone: 46_080_000n * 1_000_000n,
      together: 13_556_000n * 1_000_000n,
      payees: 15,
      agreed: 30_720_000n * 1_000_000n,
      cap: 10n ** 16n,
      rate: '30000 units of 10^-12 for a byte',
    });
    nodes[0].answers.clear();
    expect(await rail.quote?.('XMR', 'XMR')).not.toHaveProperty('agreed');
    nodes[1].answers.clear();
    await expect(rail.quote?.('XMR', 'XMR')).rejects.toThrow('no node says what a transaction costs: one: ');
  });

  it('is not said by nodes of another chain', async () => {
    for (const node of nodes)
      node.answers.set('get_block_header_by_height', () => ({
        status: 'OK',
        block_header: { hash: 'ab'.repeat(32) },
      }));
    await expect(rail.quote?.('XMR', 'XMR')).rejects.toThrow('it is a node of another chain than XMR');
  });

  it('cannot be raised once it was sent, and the payment not be cancelled: it says why', () => {
    expect(rail).not.toHaveProperty('replace');
    expect(rail).not.toHaveProperty('cancel');
    expect(rail.noReplacement).toMatch(/^Monero has no transaction that takes the place of another: /);
  });
});

describe('what became of a payment', () => {
  const statuses = async () => (await rail.lookUp('XMR', toTwo.txid, proof)).map(({ status }) => status);

  it('is what blocks of the nodes say', async () => {
    expect(await statuses()).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    nodes[0].waiting = [toTwo];
    nodes[1].blocks.set(199, [toTwo]);
    expect(await statuses()).toEqual([
      { kind: 'waiting' },
      { kind: 'confirmed', confirmations: 2, fee: toTwo.fee * 1_000_000n },
    ]);
  });

  it('is over once another transaction with one of its images is deep enough', async () => {
    for (const node of nodes) node.blocks.set(199, [toFurther]);
    expect(await statuses()).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    for (const node of nodes) node.height = 201;
    const why = `${toFurther.txid} has spent ${imagesOf(bytesOf(toFurther.raw))[0]}, 3 blocks deep`;
    expect(await statuses()).toEqual([
      { kind: 'invalidated', why, fee: 0n },
      { kind: 'invalidated', why, fee: 0n },
    ]);
  });

  it('is not said by a node of which the block that it names has not the transaction', async () => {
    nodes[0].blocks.set(199, [toTwo]);
    nodes[0].answers.set('get_block', () => ({ status: 'OK', block_header: { hash: 'ab'.repeat(32) } }));
    expect(await statuses()).toEqual([{ kind: 'absent' }]);
  });

  it('is asked by its id alone where its proof is of another rail', async () => {
    nodes[0].waiting = [toTwo];
    const said = await rail.lookUp('XMR', toTwo.txid, { coins: 'a' });
    expect(said.map(({ status }) => status.kind)).toEqual(['waiting', 'absent']);
  });
});

describe('what has left', () => {
  it('is what the wallet saw leave and what waits at a node, with whom the signer names', async () => {
    signer.before = [toTwo];
    wallet.sent = [{ txid: toTwo.txid, timestamp: 1 }];
    for (const node of nodes) node.blocks.set(150, [toTwo]);
    const [one, two] = await rail.outgoing(0);
    expect(one).toMatchObject({ node: 'one', height: 200, isSynced: true });
    expect(one?.transactions).toEqual(two?.transactions);
    expect(one?.transactions).toMatchObject([
      { txid: toTwo.txid, at: 1000, proof: { payees: proof.payees } },
    ]);
    nodes[1].blocks.clear();
    nodes[1].waiting = [toFurther];
    expect((await rail.outgoing(0))[1]?.transactions).toMatchObject([
      { txid: toFurther.txid, at: 5000, proof: { payees: '', keys: '' } },
    ]);
  });

  it('is found in the blocks of each node where the wallet names nothing, as one that was made again', async () => {
    signer.before = [toTwo];
    const known = wallet.outputs;
    wallet.outputs = known.map((each) => ({ ...each, image: '' }));
    wallet.answers.set('import_key_images', () => {
      wallet.outputs = known;
      return {};
    });
    for (const node of nodes) node.blocks.set(150, [toTwo]);
    for (const { transactions } of await rail.outgoing(0))
      expect(transactions).toMatchObject([
        { txid: toTwo.txid, at: 150_000, proof: { payees: proof.payees } },
      ]);
    // What one of them alone has is named as well.
    nodes[0].blocks.clear();
    expect((await rail.outgoing(0)).map(({ transactions }) => transactions.length)).toEqual([0, 1]);
  });

  it('is not said while an image of an output is missing', async () => {
    const [first] = wallet.outputs;
    if (first !== undefined) wallet.outputs[0] = { ...first, image: '' };
    await expect(rail.outgoing(0)).rejects.toThrow('does not know the images of all its outputs');
  });

  it('names a transaction of another form with what is known of it', async () => {
    wallet.sent = [{ txid: 'cc'.repeat(32), timestamp: 1 }];
    // Locked until block 5.
    const raw = `0205${toTwo.raw.slice(4)}`;
    for (const node of nodes) node.blocks.set(150, [{ ...toTwo, txid: 'cc'.repeat(32), raw }]);
    const [transaction] = (await rail.outgoing(0))[0]?.transactions ?? [];
    expect(transaction).toMatchObject({ txid: 'cc'.repeat(32), proof: { images: proof.images } });
    expect(transaction && (await rail.inspect(transaction))).toBe('unreadable');
    expect((await rail.lookUp('XMR', 'cc'.repeat(32), {}))[0]?.status).toEqual({
      kind: 'confirmed',
      confirmations: 51,
      fee: 0n,
    });
  });

  it('is no word of a wallet that is behind', async () => {
    wallet.height = 190;
    expect((await rail.outgoing(0)).map(({ isSynced }) => isSynced)).toEqual([false, false]);
  });
});

it('sends to every node, and takes a refusal of what it has for an answer', async () => {
  const bytes = bytesOf(toTwo.raw);
  expect(await rail.send('XMR', bytes)).toEqual({ kind: 'taken' });
  for (const node of nodes)
    node.answers.set('send_raw_transaction', () => ({ status: 'Failed', double_spend: true, reason: '' }));
  expect(await rail.send('XMR', bytes)).toEqual({
    kind: 'refused',
    why: 'one: something that it spends is spent by another transaction; two: something that it spends is spent by another transaction',
  });
  nodes[0].waiting = [toTwo];
  expect(await rail.send('XMR', bytes)).toEqual({ kind: 'taken' });
});

it('holds what can be spent and its own change, by the least that a node says', async () => {
  const held = moneroWallet({ address: payer.address, nodes, wallet: new ViewWallet(wallet.rpc), signer });
  const amount = async () => (await held.amounts()).get('XMR');
  expect(await amount()).toBe(13n * 10n ** 18n);
  for (const each of wallet.outputs) each.unlocked = each.image === spare;
  expect(await amount()).toBe(9n * 10n ** 18n);
  wallet.sent = [{ txid: 'ee'.repeat(32), timestamp: 1 }];
  expect(await amount()).toBe(13n * 10n ** 18n);
  nodes[1].blocks.set(150, [toTwo]);
  expect(await amount()).toBe(9n * 10n ** 18n);
  // A node that is ahead of the wallet knows what is spent, and the wallet has not read the change.
  nodes[1].height = 201;
  expect(await amount()).toBe(13n * 10n ** 18n);
});
