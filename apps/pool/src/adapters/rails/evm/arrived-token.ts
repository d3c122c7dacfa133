import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import { type Fields, fieldsOf, list } from '../../chains/nodes/node-answers.ts';
import { type EvmToken, ledgerAmount } from './assets.ts';
import { type ArrivalTerms, askArrival, type ReadPaid } from './ask-arrival.ts';
import type { EvmNode } from './evm-node.ts';
import { hexText } from './quantities.ts';
import { readTransfer } from './token-calls.ts';

/**
 * What a transaction has paid to the account in all of a token, by what the token's contract says in it, by any sender and through any contract:
 * an exchange pays many with one. One that takes of the account as well has not arrived.
 *
 * @param txid with 0x or without, in capitals or not
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedToken(
  nodes: readonly EvmNode[],
  txid: string,
  token: EvmToken,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  const bare = txid.toLowerCase().replace(/^0x/, '');
  if (!/^[0-9a-f]{64}$/.test(bare))
    return { kind: 'not-arrived', why: 'it is no transaction of this network' };
  return askArrival(nodes, `0x${bare}`, terms, readPaid(token, terms));
}

function readPaid(
  token: EvmToken,
  { account, olderAccounts = [] }: Pick<ArrivalTerms, 'account' | 'olderAccounts'>,
): ReadPaid {
  return ({ receipt }) => {
    const said = list(receipt, 'logs')
      .map((each) => fieldsOf(each, 'a log'))
      .filter((log) => hexText(log, 'address', 20) === token.contract)
      .flatMap((log) => readLog(log) ?? []);
    let sum = 0n;
    for (const each of said) {
      if (each === 'another form') return 'its token reports a payment in a form of its own';
      if (each.from === account) return 'it takes of the account itself';
      if (olderAccounts.includes(each.from)) return 'it takes of an older account of the pool';
      if (each.to === account) sum += each.value;
    }
    return sum === 0n ? `it pays no ${token.coin} to the account` : ledgerAmount(sum, token);
  };
}

function readLog(log: Fields): ReturnType<typeof readTransfer> {
  const topics = list(log, 'topics').map((topic) => hexText({ topic }, 'topic', 32));
  return readTransfer(topics, hexText(log, 'data'));
}
