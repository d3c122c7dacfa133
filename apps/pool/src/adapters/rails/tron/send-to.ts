import { errorText } from '../../../runtime/error-text.ts';
import type { SendVerdict } from '../send-verdicts.ts';
import { ask, type TronNode } from './tron-node.ts';

/**
 * Hands bytes to a node. Its answer is of its newest block and decides nothing: what it has taken may be in no block, and it remembers an id before it has looked at the
 * bytes, so that `DUP_TRANSACTION_ERROR` may stand for what it has refused before. Its words are for the operator.
 */
export async function sendTo(node: TronNode, bytes: Uint8Array): Promise<SendVerdict> {
  try {
    const { result, code, message } = await ask(node, 'broadcasthex', {
      transaction: Buffer.from(bytes).toString('hex'),
    });
    if (result === true || code === 'DUP_TRANSACTION_ERROR') return { kind: 'taken' };
    if (typeof code !== 'string') return { kind: 'unknown', why: 'it does not say whether it has taken it' };
    return { kind: 'refused', why: typeof message === 'string' ? `${code}: ${message}` : code };
  } catch (error) {
    return { kind: 'unknown', why: errorText(error) };
  }
}
