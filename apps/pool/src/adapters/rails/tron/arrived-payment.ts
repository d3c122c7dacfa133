import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { amountOf, type TronToken } from './assets.ts';
import { type AskedNodes, confirmationsNeeded } from './ask-situation.ts';
import type { BlockTransaction } from './blocks.ts';
import { transactionIn } from './read-blocks.ts';
import { readTransfer } from './token-transfer.ts';
import { askInfo, askTip, sunIn, type TransactionInfo, type TronNode } from './tron-node.ts';
import { ledgerAmount } from './units.ts';

/**
 * What nodes say of a transaction that should have paid the account: whether it has, in a solidified block that is deep enough. One that does not have it so decides.
 *
 * @param name its output is 0: a transaction pays one account
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedPayment(
  { txid, output }: OutputName,
  asked: AskedNodes,
): Promise<ArrivedOutput> {
  if (output !== 0)
    return { kind: 'not-arrived', why: 'a transaction of this network has one payment: its number is 0' };
  return arrivalAtNodes(asked.nodes, (node) => arrivedAt(node, txid.toLowerCase(), asked, paidInTrx(asked)));
}

/**
 * The same of a token: what its contract reports in all that the transaction has paid to the account, by any sender and through any contract. One that takes of the account as
 * well has not arrived.
 *
 * @throws UnreadableAnswer as above
 */
export async function arrivedToken(
  txid: string,
  token: TronToken,
  asked: AskedNodes,
): Promise<ArrivedOutput> {
  const bare = txid.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(bare))
    return { kind: 'not-arrived', why: 'it is no transaction of this network' };
  return arrivalAtNodes(asked.nodes, (node) => arrivedAt(node, bare, asked, paidInToken(token, asked)));
}

/** What a transaction pays to the account, in units of the ledger; otherwise why it pays nothing. */
type ReadPaid = (transaction: BlockTransaction, info: TransactionInfo) => bigint | string;

function paidInTrx({ account }: AskedNodes): ReadPaid {
  return ({ contract }) => {
    if (contract.type !== 'TransferContract') return 'it is no payment of TRX';
    const transfer = contract.value;
    if (transfer['to_address'] !== account)
      return 'it pays no account of the pool by itself: what else changes a balance is not credited';
    if (transfer['owner_address'] === account) return 'it comes from the account itself';
    return ledgerAmount(sunIn(transfer, 'amount'));
  };
}

function paidInToken(token: TronToken, { account }: AskedNodes): ReadPaid {
  return (_transaction, { logs }) => {
    let sum = 0n;
    for (const log of logs.filter(({ address }) => address === token.contract.slice(2))) {
      const said = readTransfer(log);
      if (said === undefined) continue;
      if (said === 'another form') return 'its token reports a payment in a form of its own';
      if (said.from === account) return 'it takes of the account itself';
      if (said.to === account) sum += said.units;
    }
    return sum === 0n ? `it pays no ${token.coin} to the account` : amountOf(sum, token);
  };
}

async function arrivedAt(
  node: TronNode,
  txid: string,
  { kind, now }: AskedNodes,
  read: ReadPaid,
): Promise<ArrivedOutput> {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  const tip = await askTip(node, kind, now());
  if (!tip.isSynced) throw new UnreadableAnswer('it is behind');
  const info = await askInfo(node, txid);
  if (info === undefined) return missing('no node knows the transaction');
  const depth = tip.solid.number - info.block + 1;
  if (depth < 1) return missing('it is in no solidified block yet');
  const transaction = await transactionIn(node, info.block, txid);
  if (transaction.result !== 'SUCCESS') return missing('it was executed and has failed');
  const amount = read(transaction, info);
  if (typeof amount === 'string') return missing(amount);
  if (depth >= confirmationsNeeded) return { kind: 'arrived', amount };
  return {
    ...missing(`it is ${depth} solidified blocks deep, and ${confirmationsNeeded} are needed`),
    isHeld: true,
  };
}
