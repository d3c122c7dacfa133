import { errorText } from '../../runtime/error-text.ts';
/** What a node says of itself. */
export interface NodeTip {
  /** Its newest block. */
  readonly height: number;
  /** False while it knows itself to be loading, behind or alone. */
  readonly isSynced: boolean;
}

interface Named {
  readonly name: string;
}

/** A part that was answered, or why not. */
export interface NodeAnswers<T> {
  readonly answers: readonly T[];
  /** Of each node that did not answer, why, in its order. */
  readonly silent: readonly string[];
}

/** Asks all nodes side by side. */
export async function askEach<Node extends Named, T>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<T>,
): Promise<NodeAnswers<T>> {
  const settled = await Promise.allSettled(nodes.map(ask));
  return {
    answers: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    silent: settled.flatMap((each, at) =>
      each.status === 'rejected' ? [`${nodes[at]?.name}: ${errorText(each.reason)}`] : [],
    ),
  };
}

/** The same; rejects where none answers. */
export async function askAnswering<Node extends Named, T>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<T>,
): Promise<readonly T[]> {
  const { answers, silent } = await askEach(nodes, ask);
  if (answers.length === 0) throw new Error(`no node answers: ${silent.join('; ')}`);
  return answers;
}
