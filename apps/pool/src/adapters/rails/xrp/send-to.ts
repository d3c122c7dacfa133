import { text } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { errorText } from '../../../runtime/error-text.ts';
import type { SendVerdict } from '../send-verdicts.ts';
import { said } from './xrp-node.ts';

/**
 * Hands bytes to a server. Its answer is of its open ledger, and final in none: `tes` and `tec` may come out otherwise, what is queued
 * (`terQUEUED`) may drop out, and what is refused now for its price (`telINSUF_FEE_P`) may be taken later. Its words are for the operator.
 */
export async function sendTo(rpc: NodeRpc, bytes: Uint8Array): Promise<SendVerdict> {
  try {
    const answer = await said(rpc, 'submit', { tx_blob: Buffer.from(bytes).toString('hex').toUpperCase() });
    if (answer.kind === 'error') return { kind: 'refused', why: answer.why };
    const result = text(answer.fields, 'engine_result');
    const words = answer.fields['engine_result_message'];
    return isTaken(result)
      ? { kind: 'taken' }
      : { kind: 'refused', why: `${result}${typeof words === 'string' ? `: ${words}` : ''}` };
  } catch (error) {
    return { kind: 'unknown', why: errorText(error) };
  }
}

/** `tefALREADY`: it had it before. What comes too early (`terPRE_SEQ`) is kept for a while. */
function isTaken(result: string): boolean {
  return /^(?:tes|tec)/.test(result) || ['terQUEUED', 'terPRE_SEQ', 'tefALREADY'].includes(result);
}
