import { bytesToHex, keccak256 } from 'viem/utils';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { SendVerdict } from '../send-verdicts.ts';

const sendMs = 20_000;

/**
 * Hands bytes to a node. Each kind of node refuses what it has already in words of its own, so it is asked whether it has the transaction;
 * its words are for the operator.
 */
export async function sendTo(rpc: NodeRpc, bytes: Uint8Array): Promise<SendVerdict> {
  const outcome = await rpc.call('eth_sendRawTransaction', [bytesToHex(bytes)], { withinMs: sendMs });
  if (outcome.kind === 'result') return { kind: 'taken' };
  if (outcome.kind !== 'refused') return { kind: 'unknown', why: outcome.why };
  const known = await rpc.call('eth_getTransactionByHash', [keccak256(bytes)]);
  if (known.kind === 'result' && known.value !== null) return { kind: 'taken' };
  return { kind: 'refused', why: outcome.why };
}
