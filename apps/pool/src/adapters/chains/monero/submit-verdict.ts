import { UnreadableAnswer, fieldsOf, flag, printedHash, wholeNumber } from '../nodes/node-answers.ts';
import type { BlockAtNode } from '../nodes/block-report.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import type { SubmitVerdict } from '../nodes/submit-outcome.ts';
import { answerOf, plain } from './node-state.ts';

/** Codes of `core_rpc_server_error_codes.h`. */
const internalError = -5;
const wrongBlock = -6;
const notAccepted = -7;
const wrongBlockSize = -10;

/**
 * The verdict in an answer to `submit_block`, with what the node says of the block afterwards. It says OK to every block that it has kept, also
 * beside its best branch, and to one whose parent it does not know, which it has thrown away. What counts is that it has the block.
 *
 * @param found undefined where the node does not know the block, `unanswered` where it has not said so
 */
export function verdictOf(outcome: RpcOutcome, found: BlockAtNode | 'unanswered' | undefined): SubmitVerdict {
  if (found !== undefined && found !== 'unanswered') {
    const isTaken = outcome.kind === 'result';
    if (found.confirmations > 0) return { kind: isTaken ? 'accepted' : 'duplicate' };
    return { kind: 'inconclusive', why: 'not on its best branch' };
  }
  if (outcome.kind === 'result') {
    const why = `status ${statusOf(outcome.value)}`;
    return { kind: 'unknown', why: found === undefined ? `${why}, and it does not have the block` : why };
  }
  const { why } = outcome;
  if (outcome.kind !== 'refused') return { kind: 'unknown', why };
  if (outcome.code === wrongBlock || outcome.code === wrongBlockSize) return { kind: 'invalid', why };
  // It says the same of a bad block and of one that holds a transaction which it has not heard of.
  if (outcome.code === notAccepted && found === undefined) return { kind: 'invalid', why };
  return { kind: 'unknown', why };
}

function statusOf(value: unknown): string {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined;
  return plain(status);
}

/** Reads an answer to `get_block_header_by_hash`; undefined where the node does not know the block. Throws where it has not answered that question. */
export function readBlockAtNode(outcome: RpcOutcome, hash: string): BlockAtNode | undefined {
  if (
    outcome.kind === 'refused' &&
    outcome.code === internalError &&
    /can't get block by hash/.test(outcome.why)
  )
    return undefined;
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  const header = fieldsOf(
    answerOf(outcome.value, 'get_block_header_by_hash')['block_header'],
    'block_header',
  );
  if (printedHash(header, 'hash') !== hash) throw new UnreadableAnswer('it answers with another block');
  const height = wholeNumber(header, 'height');
  const confirmations = flag(header, 'orphan_status') ? -1 : wholeNumber(header, 'depth') + 1;
  return { height, confirmations };
}
