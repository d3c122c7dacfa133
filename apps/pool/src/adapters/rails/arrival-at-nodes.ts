import type { ArrivedOutput } from '../../domain/kernel/arrivals.ts';
import { UnreadableAnswer } from '../chains/nodes/node-answers.ts';
import { askEach } from './ask-nodes.ts';

const witnesses = 2;

/**
 * What nodes say together of money that should have come in: two of them, where there are several. One that does not have it so decides, one that does not hold it at all
 * before one that does not have it deep enough.
 *
 * @param noun what the network calls its nodes
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivalAtNodes<Node extends { readonly name: string }>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<ArrivedOutput>,
  noun = 'nodes',
): Promise<ArrivedOutput> {
  const { answers, silent } = await askEach(nodes, ask);
  const [first] = answers;
  if (first === undefined || answers.length < Math.min(witnesses, nodes.length))
    throw new UnreadableAnswer(`too few ${noun} say what became of it: ${silent.join('; ')}`);
  const missing = answers.filter((each) => each.kind === 'not-arrived');
  const decides = missing.find(({ isHeld }) => isHeld !== true) ?? missing[0];
  if (decides !== undefined) return decides;
  if (answers.some((each) => amountOf(each) !== amountOf(first)))
    throw new UnreadableAnswer(`the ${noun} do not agree on what it pays`);
  return first;
}

function amountOf(answer: ArrivedOutput): bigint | undefined {
  return answer.kind === 'arrived' ? answer.amount : undefined;
}
