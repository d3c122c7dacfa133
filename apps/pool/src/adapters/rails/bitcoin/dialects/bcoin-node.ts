import { askBlock } from '../../../chains/bitcoin/block-at-node.ts';
import { fieldsOf } from '../../../chains/nodes/node-answers.ts';
import type { CallOptions, NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { readTransaction } from '../read-transaction.ts';
import type { BcoinCoins } from './bcoin-coins.ts';
import { bcoinWallet } from './bcoin-wallet.ts';
import type { NodeToAdapt } from './node-to-adapt.ts';
import { mapResult, notKnown, orNotKnown, result, translating } from './translate.ts';

/** Bitcoin Core's code for what is in a block already. */
const alreadyInChain = -27;
/** … and for what its pool of transactions does not take. */
const rejected = -26;

/**
 * bcoin as if it were Bitcoin Core, as far as a rail asks: calls that have other parameters, another answer, or none of their kind are
 * translated, and all others are passed on. As of bcoin 1.0.2, whose source its answers were held against.
 */
export function bcoinNode(node: NodeToAdapt): Pick<NodeToAdapt, 'rpc' | 'wallet'> {
  const { rpc } = node;
  const { wallet, coins } = bcoinWallet(node);
  const translated = translating(rpc, {
    // -1 where it cannot say, and a refusal where it does not count.
    estimatesmartfee: async (params) => readFee(await rpc.call('estimatesmartfee', params)),
    getblock: ([hash, verbosity]) => rpc.call('getblock', [hash, true, verbosity === 2]),
    // It goes on counting confirmations of a block that its best branch has lost.
    async getblockheader([hash]) {
      const block = await askBlock(rpc, String(hash));
      return block === undefined ? notKnown : result(block);
    },
    getmempoolentry: async (params) =>
      orNotKnown(await rpc.call('getmempoolentry', params), 'Transaction not in mempool.'),
    // It takes no block to look in.
    getrawtransaction: async ([txid]) =>
      mapResult(await wallet.call('gettransaction', [txid, true]), (known) => fieldsOf(known, 'it')['hex']),
    gettxout: ([txid, output, isFree]) => askCoin(rpc, coins, [txid, output], isFree === true),
    sendrawtransaction: ([raw], options) => send(rpc, wallet, String(raw), options),
  });
  return { wallet, rpc: translated };
}

function readFee(outcome: RpcOutcome): RpcOutcome {
  if (outcome.kind === 'refused') return result({});
  return mapResult(outcome, (value) => {
    const { fee } = fieldsOf(value, 'estimatesmartfee');
    return typeof fee === 'number' && fee > 0 ? { feerate: fee } : {};
  });
}

/** It gives a coin also where something that waits spends it: then its wallet, which has to watch the coin, lists it no more. */
async function askCoin(
  rpc: NodeRpc,
  coins: BcoinCoins,
  [txid, output]: readonly unknown[],
  isFree: boolean,
): Promise<RpcOutcome> {
  const coin = await rpc.call('gettxout', [txid, output, isFree]);
  if (!isFree || coin.kind !== 'result' || coin.value === null) return coin;
  const isListed = await coins.has(txid, output);
  if (typeof isListed !== 'boolean') return isListed;
  return isListed ? coin : result(null);
}

const looksMax = 20;
const lookMs = 50;

/** It answers with the id whatever becomes of the transaction: only its pool of transactions, or its wallet, says that it was taken. */
async function send(
  rpc: NodeRpc,
  wallet: NodeRpc,
  raw: string,
  options: CallOptions | undefined,
): Promise<RpcOutcome> {
  const sent = await rpc.call('sendrawtransaction', [raw], options);
  if (sent.kind !== 'result') return sent;
  const { txid } = readTransaction(Buffer.from(raw, 'hex'));
  for (let looks = 0; looks < looksMax; looks += 1) {
    const waiting = await rpc.call('getmempoolentry', [txid]);
    if (waiting.kind === 'result') return result(txid);
    if (waiting.kind !== 'refused') return waiting;
    const known = await wallet.call('gettransaction', [txid, true]);
    if (known.kind === 'result' && fieldsOf(known.value, 'it')['blockhash'] !== null)
      return { kind: 'refused', code: alreadyInChain, why: 'Transaction already in block chain' };
    await new Promise((resolve) => {
      setTimeout(resolve, lookMs);
    });
  }
  return {
    kind: 'refused',
    code: rejected,
    why: 'it keeps it in no pool of transactions, and does not say why',
  };
}
