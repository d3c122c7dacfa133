import { base58 } from '@scure/base';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { SendVerdict } from '../send-verdicts.ts';

const sendMs = 20_000;

/**
 * Hands bytes to a node, which tries them on its newest state and hands them on to those that make blocks. It refuses what it has in a block already, so it is asked
 * whether it has the transaction; its words are for the operator.
 */
export async function sendTo(rpc: NodeRpc, bytes: Uint8Array): Promise<SendVerdict> {
  const text = Buffer.from(bytes).toString('base64');
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' };
  const outcome = await rpc.call('sendTransaction', [text, options], { withinMs: sendMs });
  if (outcome.kind === 'result') return { kind: 'taken' };
  if (outcome.kind !== 'refused') return { kind: 'unknown', why: outcome.why };
  const txid = base58.encode(bytes.subarray(1, 65));
  const known = await rpc.call('getSignatureStatuses', [[txid], { searchTransactionHistory: true }]);
  if (known.kind === 'result' && isKnown(known.value)) return { kind: 'taken' };
  return { kind: 'refused', why: outcome.why };
}

function isKnown(answer: unknown): boolean {
  const { value } = (answer ?? {}) as { readonly value?: unknown };
  return Array.isArray(value) && value.length === 1 && value[0] !== null;
}
