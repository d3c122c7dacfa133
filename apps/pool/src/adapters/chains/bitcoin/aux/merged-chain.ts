import type { BlockTemplate } from '../../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../../nodes/node-chain.ts';
import { type BitcoinChainOptions, openBitcoinChain } from '../bitcoin-chain.ts';
import { type AuxChain, type AuxChainOptions, openAuxChain } from './aux-chain.ts';
import type { NamedAuxWork } from './merge-work.ts';

export interface MergedChains {
  /** Its templates commit to the next blocks of the others. */
  readonly parent: ChainOnNodes;
  readonly merged: readonly AuxChain[];
}

const carriesNothing =
  'its coinbase commits to no other chain: tag and flags leave no room, or its version could pass for that of another chain';

/**
 * A chain of Bitcoin's family, and the chains that are mined together with it. Other work of one of those is told to the listeners of the
 * parent as a template on the same block: what miners search until then is still a block of the parent and of the others.
 */
export function openMergedChains(
  options: Omit<BitcoinChainOptions, 'merged'>,
  others: readonly Omit<AuxChainOptions, 'onWork'>[],
): MergedChains {
  const listeners = new Set<(template: BlockTemplate) => void>();
  let works: readonly NamedAuxWork[] = [];
  let merged: readonly AuxChain[] = [];
  let problem: string | undefined;
  const parent = openBitcoinChain({ ...options, merged: () => works });

  /** It runs in the midst of an answer of another chain's node, which no fault of the parent's may keep from being followed. */
  function renew(): void {
    try {
      const now = merged.flatMap((chain) => chain.work() ?? []);
      if (isSame(now, works)) return;
      works = now;
      const template = parent.template();
      if (template === undefined) return;
      judge(template);
      for (const listener of listeners) listener(template);
    } catch (error) {
      report((error as Error).message);
    }
  }

  function judge(template: BlockTemplate): void {
    const carried = template.family === 'bitcoin' ? template.merged : undefined;
    report(works.length > 0 && (carried ?? []).length === 0 ? carriesNothing : undefined);
  }

  /** Why the parent's blocks prove none of the others: an operator hears it of each of these. */
  function report(words: string | undefined): void {
    if (words === problem) return;
    problem = words;
    for (const { onProblem } of others) onProblem(parent.name, words);
  }

  merged = others.map((other) => openAuxChain({ ...other, onWork: renew }));
  parent.onTemplate(judge);
  return {
    parent: {
      ...parent,
      onTemplate(listener) {
        listeners.add(listener);
        const end = parent.onTemplate(listener);
        return () => {
          listeners.delete(listener);
          end();
        };
      },
      close: async () => {
        listeners.clear();
        await parent.close();
      },
    },
    merged,
  };
}

function isSame(left: readonly NamedAuxWork[], right: readonly NamedAuxWork[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ chain, hash }, index) => chain === right[index]?.chain && hash === right[index].hash)
  );
}
