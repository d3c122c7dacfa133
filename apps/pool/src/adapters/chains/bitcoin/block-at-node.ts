import type { BlockAtNode } from '../nodes/block-voice.ts';
import { fieldsOf, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/** The node knows no such block (`RPC_INVALID_ADDRESS_OR_KEY`). */
const notFound = -5;

/** Reads an answer to `getblockheader`; undefined where the node does not know the block. Throws where it has not answered that question. */
export function readBlockAtNode(outcome: RpcOutcome): BlockAtNode | undefined {
  if (outcome.kind === 'refused' && outcome.code === notFound) return undefined;
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  const header = fieldsOf(outcome.value, 'getblockheader');
  const { confirmations } = header;
  if (!Number.isSafeInteger(confirmations) || (confirmations as number) < -1)
    throw new UnreadableAnswer('confirmations is no number from -1 on');
  return { height: wholeNumber(header, 'height'), confirmations: confirmations as number };
}
