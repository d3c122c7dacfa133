import type { SendAnswer } from '../../domain/kernel/rail.ts';

/** What a node made of bytes. `unknown`: it may have passed them on. */
export type SendVerdict = SendAnswer | { readonly kind: 'unknown'; readonly why: string };

/**
 * Hands bytes to all nodes side by side.
 *
 * @throws Error where none has said whether it has taken them
 */
export async function sendToEach<Node extends { readonly name: string }>(
  nodes: readonly Node[],
  send: (node: Node) => Promise<SendVerdict>,
): Promise<SendAnswer> {
  const verdicts = nodes.map(async (node) => ({ node: node.name, verdict: await send(node) }));
  return joinVerdicts(await Promise.all(verdicts));
}

/**
 * What all nodes together made of it: taken where one took it, refused where all that answered did.
 *
 * @throws Error where none has said either
 */
export function joinVerdicts(
  verdicts: readonly { readonly node: string; readonly verdict: SendVerdict }[],
): SendAnswer {
  if (verdicts.some(({ verdict }) => verdict.kind === 'taken')) return { kind: 'taken' };
  const refusals = verdicts.flatMap(({ node, verdict }) =>
    verdict.kind === 'refused' ? [`${node}: ${verdict.why}`] : [],
  );
  if (refusals.length > 0) return { kind: 'refused', why: refusals.join('; ') };
  throw new Error(
    `no node has answered: ${verdicts.map(({ node, verdict }) => `${node}: ${'why' in verdict ? verdict.why : ''}`).join('; ')}`,
  );
}
