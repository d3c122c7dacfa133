import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { TronPayment } from './read-payment.ts';
import { type Anchor, refOf, refSpan } from './payment-proof.ts';
import { askHeader, type TronNode } from './tron-node.ts';

/** What it names was solidified when it was built, minutes before. */
const oldMs = 3_600_000;

/**
 * The block that a payment names, by the word of one node: the newest of its number below another one.
 *
 * @throws UnreadableAnswer where the node has another one there
 */
export async function anchorOf(
  node: TronNode,
  { refBytes, refHash, txid, timestamp }: Pick<TronPayment, 'refBytes' | 'refHash' | 'txid' | 'timestamp'>,
  below: number,
): Promise<Anchor> {
  const distance = (below - Number.parseInt(refBytes, 16)) % refSpan;
  const number = below - (distance < 0 ? distance + refSpan : distance);
  for (let each = number; each >= 0; each -= refSpan) {
    const { id, at } = await askHeader(node, each);
    if (refOf({ number: each, id }).refHash === refHash) return { number: each, id };
    // It was signed long ago, so that its number has come round again.
    if (at < timestamp - oldMs) break;
  }
  throw new UnreadableAnswer(`it does not have the block that ${txid} names`);
}
