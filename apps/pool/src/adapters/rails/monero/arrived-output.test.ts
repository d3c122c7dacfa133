import { beforeEach, describe, expect, it } from 'vitest';
import { payer, toFurther, toTwo } from '../../../../../../testing/monero-payments.ts';
import { arrivedMonero } from './arrived-output.ts';
import { readTransaction } from './read-transaction.ts';
import { bytesOf, FakeNode, FakeSigner, FakeWallet } from './testing/fake-monero.ts';
import { ViewWallet } from './view-wallet.ts';

const { txid } = toTwo;
const keys = readTransaction(bytesOf(toTwo.raw)).outputs.map(({ key }) => Buffer.from(key).toString('hex'));
const own = {
  image: 'aa'.repeat(32),
  amount: 1_500_000_000_000,
  isFrozen: false,
  unlocked: true,
  height: 190,
  txid,
  key: keys[1] ?? '',
};

let nodes: [FakeNode, FakeNode];
let wallet: FakeWallet;
let olderWallets: readonly ViewWallet[];
let signer: FakeSigner;
beforeEach(() => {
  olderWallets = [];
  signer = new FakeSigner(toTwo);
  nodes = [new FakeNode('one'), new FakeNode('two')];
  for (const { blocks } of nodes) blocks.set(190, [toTwo]);
  wallet = new FakeWallet();
  wallet.outputs = [{ ...own }];
});

function ask(output = 1, confirmations = 10, of = txid): ReturnType<typeof arrivedMonero> {
  return arrivedMonero(
    { txid: of, output },
    {
      nodes,
      wallet: new ViewWallet(wallet.rpc),
      signer,
      address: payer.address,
      olderWallets,
      confirmations,
    },
  );
}

describe('an output of Monero that should have come in', () => {
  it('has come when the wallet has it, both nodes have its transaction, and it is deep enough', async () => {
    // Block 190 of 200 is the eleventh from the top.
    expect(await ask(1, 11)).toEqual({ kind: 'arrived', amount: 1_500_000_000_000_000_000n });
    expect(await ask(1, 12)).toEqual({
      kind: 'not-arrived',
      why: 'it is 11 blocks deep, and 12 are needed',
    });
  });

  // Wallets count as theirs to spend what is ten blocks deep; the ledger would be credited what they do not hold yet.
  it('has not while the wallet cannot spend it, however few blocks payouts need', async () => {
    wallet.outputs = [{ ...own, unlocked: false }];
    expect(await ask(1, 2)).toEqual({
      kind: 'not-arrived',
      why: 'it is 11 blocks deep, and cannot be spent yet: outputs rest for ten blocks, or as long as their transaction says',
    });
  });

  it('has not where it is another’s, is not there, waits, or is spent', async () => {
    const why = async (...asked: Parameters<typeof ask>): Promise<unknown> => {
      const answer = await ask(...asked);
      return answer.kind === 'not-arrived' ? answer.why : answer;
    };
    expect(await why(0)).toBe('it pays no address of the wallet');
    expect(await why(keys.length)).toBe('its transaction has no such output');
    expect(await why(1, 10, 'cd'.repeat(32))).toBe('no node has its transaction');
    wallet.outputs = [{ ...own, spent: true }];
    expect(await why()).toBe('it is spent');
    wallet.outputs = [{ ...own }];
    nodes[1].blocks.clear();
    expect(await why()).toBe('no node has its transaction');
    nodes[1].waiting = [toTwo];
    expect(await why()).toBe('it waits for a block');
  });

  it('has not where its transaction has its key twice: money is in one of them alone', async () => {
    const [first = '', second = ''] = keys;
    const raw = toTwo.raw.replace(first, second);
    const twice = { ...toTwo, raw, txid: readTransaction(bytesOf(raw)).txid };
    for (const { blocks } of nodes) blocks.set(190, [twice]);
    wallet.outputs = [{ ...own, txid: twice.txid }];
    for (const output of [0, 1])
      expect(await ask(output, 10, twice.txid)).toEqual({
        kind: 'not-arrived',
        why: 'its transaction has another output of the same key',
      });
  });

  it('has not where it was moved from the account of a replaced key', async () => {
    const olderWallet = new FakeWallet();
    olderWallets = [new ViewWallet(olderWallet.rpc)];
    expect(await ask()).toMatchObject({ kind: 'arrived' });
    const [image = ''] = readTransaction(bytesOf(toTwo.raw)).images;
    olderWallet.outputs = [{ ...own, image, spent: true }];
    expect(await ask()).toEqual({
      kind: 'not-arrived',
      why: 'it comes from an older account of the pool',
    });
    olderWallet.answers.clear();
    await expect(ask()).rejects.toThrow('nothing answers incoming_transfers');
  });

  it('has not where it was moved from there by a wallet that knows no images of it', async () => {
    const olderWallet = new FakeWallet();
    olderWallet.outputs = [{ ...own, image: '' }];
    olderWallets = [new ViewWallet(olderWallet.rpc)];
    expect(await ask()).toMatchObject({ kind: 'arrived' });
    signer.before = [toTwo];
    expect(await ask()).toEqual({
      kind: 'not-arrived',
      why: "the pool's own signer has signed its transaction",
    });
  });

  it('is not known where one node alone answers, or the wallet is behind', async () => {
    nodes[1].answers.clear();
    await expect(ask()).rejects.toThrow('too few nodes say what became of it: two:');
    nodes[1] = new FakeNode('two');
    nodes[1].blocks.set(190, [toTwo]);
    wallet.height = 150;
    await expect(ask()).rejects.toThrow('the wallet has read to block 150, and a node is at 200');
  });

  it('is spent where a node has it in a block, whatever the wallet says', async () => {
    const [image = ''] = readTransaction(bytesOf(toFurther.raw)).images;
    wallet.outputs = [{ ...own, image }];
    nodes[0].blocks.set(195, [toFurther]);
    expect(await ask()).toEqual({ kind: 'not-arrived', why: 'it is spent' });
  });
});
