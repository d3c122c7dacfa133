import {
  type Fields,
  fieldsOf,
  hex,
  list,
  text,
  UnreadableAnswer,
} from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { coinName, isKnownAs, outputNamed } from '../coin-names.ts';
import { spentInNexa } from '../read-nexa.ts';
import { readOrNone } from '../read-transaction.ts';
import { mapResult, result, translating } from './translate.ts';

/**
 * A node of Nexa under the names of Bitcoin's, as far as a rail asks: transactions by their idems, coins by their outpoints. Its wallet finds the transaction
 * that made a coin by the outpoint as well. After src/rpc and src/wallet of Nexa 1.2 and the RPC pages of its later specification; no node of it was asked.
 */
export function nexaNode(rpc: NodeRpc): NodeRpc {
  return translating(rpc, {
    getmempoolentry: (params) => rpc.call('gettxpoolentry', params),
    getmempoolinfo: async () =>
      mapResult(await rpc.call('gettxpoolinfo'), (value) => {
        // What it relays at least, in coins; `relayfee` of `getnetworkinfo` is the same in units.
        const { txpoolminfee } = fieldsOf(value, 'gettxpoolinfo');
        return { mempoolminfee: txpoolminfee, minrelaytxfee: txpoolminfee };
      }),
    getblock: async (params) => mapResult(await rpc.call('getblock', params), inBlock),
    gettxout: (params) => askOutput(rpc, params),
    listunspent: async (params) =>
      mapResult(await rpc.call('listunspent', params), (value) =>
        list({ value }, 'value').map((each) => {
          const fields = fieldsOf(each, 'a coin');
          return { ...fields, txid: text(fields, 'outpoint'), vout: 0 };
        }),
      ),
    listtransactions: async (params) => mapResult(await rpc.call('listtransactions', params), byIdem),
    listsinceblock: async (params) =>
      mapResult(await rpc.call('listsinceblock', params), (value) => {
        const fields = fieldsOf(value, 'listsinceblock');
        return { ...fields, transactions: byIdem(fields['transactions']) };
      }),
  });
}

function byIdem(entries: unknown): unknown {
  return list({ entries }, 'entries').map((each) => {
    const fields = fieldsOf(each, 'an entry');
    return { ...fields, txid: text(fields, 'txidem') };
  });
}

/** With the idems of its transactions, or with those and what each spends. */
function inBlock(value: unknown): unknown {
  const fields = fieldsOf(value, 'getblock');
  if (fields['tx'] === undefined) return { ...fields, tx: list(fields, 'txidem') };
  return {
    ...fields,
    tx: list(fields, 'tx').map((each) => {
      const transaction = fieldsOf(each, 'a transaction');
      return {
        txid: text(transaction, 'txidem'),
        vin: spentIn(transaction).map((outpoint) => ({ txid: outpoint, vout: 0 })),
      };
    }),
  };
}

/** By its bytes, where they are there and can be read: an input may only look at a coin, and then has not spent it. */
function spentIn(transaction: Fields): readonly string[] {
  const { hex: written } = transaction;
  const spent = written === undefined ? undefined : spentInNexa(hex(transaction, 'hex'));
  if (spent !== undefined) return spent;
  const inputs = list(transaction, 'vin').map((input) => fieldsOf(input, 'an input'));
  return inputs.filter(({ coinbase }) => coinbase === undefined).map((input) => text(input, 'outpoint'));
}

/** It is asked for an output by the idem of its transaction and its number, and what a rail has is an outpoint: its wallet has the transaction. */
async function askOutput(rpc: NodeRpc, [name, number, ...rest]: readonly unknown[]): Promise<RpcOutcome> {
  const known = await rpc.call('gettransaction', [name, true]);
  if (known.kind !== 'result') return rpc.call('gettxout', [name, number, ...rest]);
  const transaction = readOrNone(hex(fieldsOf(known.value, 'gettransaction'), 'hex'), 'nexa');
  // What is not read is not spent: such a coin is left where it lies, and holds up no payment out of others.
  if (transaction === undefined) return result(null);
  if (!isKnownAs(transaction, String(name)))
    throw new UnreadableAnswer(`it gives ${transaction.txid} for ${String(name)}`);
  const output = outputNamed(transaction, coinName(String(name), 0));
  return rpc.call('gettxout', [transaction.txid, output?.at ?? number, ...rest]);
}
