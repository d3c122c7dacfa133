import {
  type Fields,
  fieldsOf,
  list,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, hash, momentOf } from './xrp-node.ts';

/** A transaction of a validated ledger that changed an account. */
export interface LedgerTransaction {
  readonly txid: string;
  /** Who has sent it. */
  readonly account: string;
  /** 0 where it used a ticket. */
  readonly sequence: number;
  readonly ledger: number;
  /** Of its ledger, in ms. */
  readonly at: number;
}

export interface HistoryQuestion {
  readonly account: string;
  /** Of ledgers, both of them included; from 0: as far back as the server has them. */
  readonly from: number;
  readonly to: number;
  /** The oldest first. */
  readonly isForward?: boolean;
}

/** In a page; servers give fewer. */
const pageSize = 200;
/** No account of a pool has as many in the time that is asked for. */
const pagesMax = 1000;

export interface HistoryPage {
  readonly transactions: readonly LedgerTransaction[];
  /** The oldest ledger that was searched. */
  readonly oldest: number;
}

/**
 * The transactions of an account in a range of validated ledgers, page by page, the newest first where nothing else is said. A server that lacks a ledger of the range
 * refuses.
 *
 * @throws UnreadableAnswer where the server does not answer, or has searched another range
 */
export async function* historyPages(
  rpc: NodeRpc,
  { account, from, to, isForward = false }: HistoryQuestion,
): AsyncGenerator<HistoryPage> {
  let marker: unknown;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await ask(rpc, 'account_tx', {
      account,
      ledger_index_min: from === 0 ? -1 : from,
      ledger_index_max: to,
      forward: isForward,
      binary: false,
      limit: pageSize,
      ...(marker !== undefined && { marker }),
    });
    const oldest = wholeNumber(answer, 'ledger_index_min');
    if (wholeNumber(answer, 'ledger_index_max') !== to || (from !== 0 && oldest !== from))
      throw new UnreadableAnswer('it has searched other ledgers than it was asked for');
    yield { transactions: list(answer, 'transactions').map(readEntry), oldest };
    marker = answer['marker'];
    if (marker === undefined) return;
  }
  throw new UnreadableAnswer('its list of transactions does not end');
}

function readEntry(value: unknown): LedgerTransaction {
  const entry = fieldsOf(value, 'a transaction');
  if (entry['validated'] !== true) throw new UnreadableAnswer('it lists what is not validated');
  const transaction: Fields = fieldsOf(entry['tx_json'], 'tx_json');
  return {
    txid: hash(entry, 'hash'),
    account: text(transaction, 'Account'),
    sequence: wholeNumber(transaction, 'Sequence'),
    ledger: wholeNumber(entry, 'ledger_index'),
    at: momentOf(transaction, 'date'),
  };
}

/**
 * What has used a number of an account in a range of validated ledgers; undefined where nothing has. It is near the beginning of the range mostly, which
 * is where a payment was signed.
 *
 * @throws as `historyPages`
 */
export async function findSequence(
  rpc: NodeRpc,
  question: HistoryQuestion,
  sequence: number,
): Promise<LedgerTransaction | undefined> {
  for await (const { transactions } of historyPages(rpc, { ...question, isForward: true })) {
    const own = transactions.filter(({ account }) => account === question.account);
    const found = own.find((each) => each.sequence === sequence);
    if (found !== undefined || own.some((each) => each.sequence > sequence)) return found;
  }
  return undefined;
}
