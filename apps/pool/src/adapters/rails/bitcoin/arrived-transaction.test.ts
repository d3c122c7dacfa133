import { describe, expect, it } from 'vitest';
import { sha256d } from '../../chains/bitcoin/sha256d.ts';
import { toDisplay } from '../../chains/bitcoin/hash-text.ts';
import { arrivedTransaction } from './arrived-transaction.ts';
import { FakeNode, litecoinFacts, scriptOfOwn } from './testing/fake-nodes.ts';

const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const own = scriptOfOwn(address);
const settings = { facts: litecoinFacts, network: 'regtest', own: [address], confirmations: 6 } as const;
const blockhash = 'cd'.repeat(32);

/** A transaction of one input and outputs of these values, in the smallest units; `own` or another script. */
function transactionOf(outputs: readonly (readonly [value: bigint, script: Uint8Array])[]): Buffer {
  const parts = outputs.map(([value, script]) => {
    const head = Buffer.alloc(8);
    head.writeBigUInt64LE(value);
    return Buffer.concat([head, Buffer.from([script.length]), script]);
  });
  const input = Buffer.concat([Buffer.alloc(32, 7), Buffer.alloc(4), Buffer.from([0]), Buffer.alloc(4, 255)]);
  return Buffer.concat([
    Buffer.from([2, 0, 0, 0, 1]),
    input,
    Buffer.from([outputs.length]),
    ...parts,
    Buffer.alloc(4),
  ]);
}

const other = Buffer.from(`0014${'00'.repeat(20)}`, 'hex');
// Two outputs of ours in a batch of an exchange.
const batch = transactionOf([
  [5n, other],
  [125_000_000n, own],
  [7n, other],
  [1n, own],
]);
const txid = toDisplay(sha256d(batch));

interface Said {
  readonly bytes?: Buffer;
  readonly block?: string;
  readonly depth?: number;
  readonly isIn?: boolean;
}

function ask(...answers: readonly (Said | 'unknown' | 'silent')[]) {
  const nodes = answers.map((said, at) => {
    const node = new FakeNode(`node ${at}`, own);
    if (said === 'silent')
      node.answers.set('gettransaction', () => ({ kind: 'unanswered', why: 'it is down' }));
    else if (said === 'unknown')
      node.answers.set('gettransaction', () => ({ kind: 'refused', code: -5, why: 'Invalid' }));
    else {
      const { bytes = batch, block = blockhash, depth = 6, isIn = true } = said;
      node.answers.set('gettransaction', () => ({
        kind: 'result',
        value: { hex: bytes.toString('hex'), ...(block === '' ? {} : { blockhash: block }) },
      }));
      node.answers.set('getblockheader', () => ({ kind: 'result', value: { confirmations: depth } }));
      node.answers.set('getblock', () => ({ kind: 'result', value: { tx: isIn ? [txid] : [] } }));
    }
    return node;
  });
  return arrivedTransaction(
    nodes.map(({ railNode }) => railNode),
    txid,
    settings,
  );
}

describe('a transaction that should have paid the wallet', () => {
  it('has paid all that goes to own addresses, where all nodes have it deep enough, spent again or not', async () => {
    expect(await ask({}, { depth: 7 })).toEqual({
      kind: 'arrived',
      amount: 125_000_001n * 10n ** 10n,
    });
  });

  it.each([
    ['a wallet does not know it', 'unknown' as const, 'no wallet knows the transaction'],
    ['it is in no block', { block: '' }, 'it waits for a block'],
    ['its block is not on the branch', { depth: -1 }, 'its block was given up'],
  ])('has not where %s, by the word of one of them', async (_case, said, why) => {
    expect(await ask({}, said)).toEqual({ kind: 'not-arrived', why });
  });

  it('is held where every wallet has it in a block, and one of them not deep enough', async () => {
    const why = 'it is 1 blocks deep, and 6 are needed';
    expect(await ask({}, { depth: 1 })).toEqual({ kind: 'not-arrived', why, isHeld: true });
    expect(await ask({ depth: 1 }, { block: '' })).toEqual({
      kind: 'not-arrived',
      why: 'it waits for a block',
    });
  });

  it('is not known where too few answer, or one gives other bytes or a block without it', async () => {
    await expect(ask({}, 'silent')).rejects.toThrow('too few nodes say what became of it');
    await expect(ask({}, { bytes: transactionOf([[5n, own]]) })).rejects.toThrow('too few nodes');
    await expect(ask({}, { isIn: false })).rejects.toThrow('its block does not have it');
  });
});
