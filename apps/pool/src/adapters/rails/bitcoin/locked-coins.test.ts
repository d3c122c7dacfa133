import { RawOldTx } from '@scure/btc-signer/script.js';
import { expect, it } from 'vitest';
import { bitcoinChains } from '../../chains/bitcoin/chain-facts.ts';
import { paidChains } from './paid-chains.ts';
import { lockedCoins } from './locked-coins.ts';
import { readTransaction } from './read-transaction.ts';

const script = Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20).fill(1), 0x88, 0xac);

function madeBy(version: number, payload: readonly number[]) {
  const body = RawOldTx.encode({
    version,
    inputs: [
      { txid: new Uint8Array(32).fill(9), index: 0, finalScriptSig: Uint8Array.of(1, 7), sequence: 0 },
    ],
    outputs: [{ amount: 5_000n, script }],
    lockTime: 0,
  });
  return readTransaction(Uint8Array.of(...body, ...payload));
}

const plain = madeBy(2, []);
const reward = madeBy(0x0005_0003, [2, 1, 2]);
const future = madeBy(0x0007_0003, [2, 1, 2]);
const ninth = madeBy(0x0009_0003, [2, 1, 2]);
const parents = new Map([plain, reward, future, ninth].map((each) => [each.txid, each]));
const coins = [plain, reward, future, ninth].map(({ txid }) => ({
  name: `${txid}:0`,
  txid,
  output: 0,
  value: 5_000n,
}));
const typeOf = async (txid: string) => parents.get(txid)?.stripped[2];

it.each([
  ['RTM', [`${future.txid}:0`]],
  ['DASH', [`${ninth.txid}:0`]],
  ['FIRO', []],
  ['ZEC', []],
  ['DOGE', []],
  ['LTC', []],
])('of %s a coin is left alone by the type of what made it, and no other is', async (asset, locked) => {
  const facts = [...bitcoinChains, ...paidChains].find((each) => each.asset === asset);
  if (facts === undefined) throw new Error('no such chain');
  expect(await lockedCoins({ facts, previous: { typeOf } }, coins)).toEqual(locked);
});
