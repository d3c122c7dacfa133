import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { proofOf } from './payment-proof.ts';
import { askBlock } from './read-blocks.ts';
import { readUnsigned, writeSigned } from './read-payment.ts';
import { askHead, askHeader, type TronNode } from './tron-node.ts';

/** Blocks come every three seconds, where none is missed. */
const blockMs = 3000;
/** A step of the search comes closer; many blocks may be missed in a row. */
const stepsMax = 60;

interface Operation {
  readonly account: string;
  /** The time of the block below the one that has it, in ms. */
  readonly at: number;
}

/**
 * The last transaction that an account has sent, which the signer did not sign: by the time that stands in the account.
 *
 * @throws UnreadableAnswer where it is in no block yet, or is not found
 */
export async function findOperation(
  node: TronNode,
  { account, at }: Operation,
): Promise<OutgoingTransaction> {
  const head = await askHead(node);
  const missing = `the account has sent something at ${new Date(at).toISOString()} that the signer did not sign, and no block is found that has it`;
  if (head.at <= at) throw new UnreadableAnswer(missing);
  let below = head;
  for (let step = 0; below.at !== at && step < stepsMax; step += 1) {
    // Never beyond it: blocks that were missed bring it closer only.
    const blocks = Math.max(1, Math.floor((below.at - at) / blockMs / 2));
    const next = await askHeader(node, below.number - (below.at - at > 20 * blockMs ? blocks : 1));
    if (next.at < at) throw new UnreadableAnswer(missing);
    below = next;
  }
  const { header, transactions } = await askBlock(node, below.number + 1);
  const found = transactions.findLast(({ contract }) => contract.value['owner_address'] === account);
  if (below.at !== at || found === undefined) throw new UnreadableAnswer(missing);
  const payment = readUnsigned(found.raw);
  return {
    network: 'TRX',
    txid: found.txid,
    label: undefined,
    at: header.at,
    bytes: writeSigned(found.raw, found.signatures),
    proof: proofOf(payment ?? { account, payee: account, amount: 0n, expiration: header.at }, below),
  };
}
