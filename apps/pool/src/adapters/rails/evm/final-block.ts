import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { ask } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { count } from './quantities.ts';

export interface Finality {
  readonly facts: EvmNetwork;
  readonly kind: NodePoolKind;
  /** Blocks on a payment, its own counted, that make it final. */
  readonly confirmations: number;
}

const finalized = ['eth_getBlockByNumber', ['finalized', false]] as const;

function isAsked({ facts, kind }: Pick<Finality, 'facts' | 'kind'>): boolean {
  return facts.rollup !== undefined && kind === 'real';
}

/**
 * The newest block whose payments are final, below zero where none is. A rollup may give up blocks of half a day while the chain beneath it has not
 * got them, however many there are: on a real one its node has to call the block final as well (`finalized`).
 *
 * @param height the newest block of the node
 * @throws UnreadableAnswer where the node does not say what it calls final
 */
export async function finalBlock(
  rpc: NodeRpc,
  { facts, kind, confirmations }: Finality,
  height: number,
): Promise<number> {
  const deep = height - confirmations + 1;
  if (!isAsked({ facts, kind })) return deep;
  const reported = fieldsOf(await ask(rpc, ...finalized), 'the finalized block');
  return Math.min(deep, count(reported['number'], 'number'));
}

/**
 * Why a node of a network can not say what is final there, in words for an operator; undefined where it can, or is not asked.
 *
 * @throws UnreadableAnswer where it does not answer
 */
export async function finalityFault(
  rpc: NodeRpc,
  of: Pick<Finality, 'facts' | 'kind'>,
): Promise<string | undefined> {
  if (!isAsked(of)) return undefined;
  const reported = await rpc.call(...finalized);
  if (reported.kind === 'refused') return `it does not say which block is final (${reported.why})`;
  return valueOf(reported) === null ? 'it calls no block final yet' : undefined;
}
