import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import {
  type Fields,
  fieldsOf,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { findTransaction } from './transaction-status.ts';
import { ledgerAmount } from './units.ts';
import { askTip, drops, type XrpNode } from './xrp-node.ts';

export interface ArrivalTerms {
  readonly kind: NodePoolKind;
  readonly account: string;
  readonly confirmations: number;
}

/**
 * What servers say of a transaction that should have paid the account: whether it has, in a validated ledger that is deep enough. What was
 * delivered counts, which a partial payment says otherwise than its amount. One that does not have it so decides.
 *
 * @param name its output is 0: a transaction pays one account
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedPayment(
  nodes: readonly XrpNode[],
  { txid, output }: OutputName,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  if (output !== 0)
    return { kind: 'not-arrived', why: 'a transaction of this network has one payment: its number is 0' };
  const ask = async ({ rpc }: XrpNode): Promise<ArrivedOutput> => {
    const { height, isSynced } = await askTip(rpc, terms.kind);
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    return readArrival(await findTransaction(rpc, txid.toUpperCase()), height, terms);
  };
  return arrivalAtNodes(nodes, ask, 'servers');
}

function readArrival(
  found: Fields | undefined,
  height: number,
  { account, confirmations }: ArrivalTerms,
): ArrivedOutput {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  if (found === undefined) return missing('no server knows the transaction');
  if (found['validated'] !== true) return missing('it is in no validated ledger yet');
  const transaction = fieldsOf(found['tx_json'], 'tx_json');
  const meta = fieldsOf(found['meta'], 'meta');
  if (text(meta, 'TransactionResult') !== 'tesSUCCESS') return missing('it was executed and has failed');
  if (transaction['TransactionType'] !== 'Payment') return missing('it is no payment');
  if (transaction['Destination'] !== account)
    return missing('it pays no account of the pool by itself: what else changes a balance is not credited');
  if (transaction['Account'] === account) return missing('it comes from the account itself');
  if (typeof meta['delivered_amount'] !== 'string') return missing('it has delivered no XRP');
  const amount = ledgerAmount(drops(meta, 'delivered_amount'));
  const depth = height - wholeNumber(found, 'ledger_index') + 1;
  if (depth >= confirmations) return { kind: 'arrived', amount };
  return { ...missing(`it is ${depth} ledgers deep, and ${confirmations} are needed`), isHeld: true };
}
