import type { BlockTemplate } from '../../domain/kernel/block-template.ts';
import type { BlockState, Chain, OwnBlock, RewardLine, SubmitOutcome } from '../../domain/kernel/chain.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { BlockFile, StoredBlock } from './block-file.ts';
import { sandboxWorkMin } from './sandbox-difficulty.ts';
import type { SandboxFamily } from './sandbox-family.ts';
import { SandboxTemplates } from './sandbox-templates.ts';

export interface SandboxChainOptions {
  readonly name: string;
  readonly algorithm: string;
  /** What a block pays; the coins of merged mining follow the first one, whose amount the coinbase carries. */
  readonly rewards: readonly [RewardLine, ...RewardLine[]];
  readonly clock: Clock;
  readonly file: BlockFile;
  /** What its blocks are. */
  readonly family: SandboxFamily;
  /** The lowest work of a block: some twenty seconds of hashing in JavaScript. */
  readonly workMin?: bigint;
  /** See `SandboxTemplates`. */
  readonly hashesPerAttempt?: bigint;
}

export interface SandboxChain extends Chain {
  readonly kind: 'sandbox';
  /** It always gives work. */
  template(): BlockTemplate;
  /**
   * Makes the next template as easy as work gets: for the sandbox control, so that a journey need not wait for luck. Each call makes a
   * block of its own easy, also while the one before is found and not submitted yet.
   */
  easeNextBlock(work: bigint): void;
  close(): void;
}

const matureAfterMs = 10_000;

/**
 * A chain of one pool, with real proof of work: every block is checked like any other chain would, from the header's link to
 * the hash. What it lacks are other miners, and coins that are worth something. It keeps its blocks in a file of its own,
 * because it stands for the world outside: the pool's database knows of it only what the chain says.
 */
export function openSandboxChain(options: SandboxChainOptions): SandboxChain {
  const { name, algorithm, rewards, clock, file, family, workMin = sandboxWorkMin } = options;
  const { hashesPerAttempt = 1n } = options;
  const reward = rewards[0].amount;
  const byHash = new Map<string, StoredBlock>(file.blocks.map((block) => [block.hash, block]));
  const templates = new SandboxTemplates(
    { name, reward, clock, workMin, family, hashesPerAttempt },
    file.blocks.at(-1),
  );
  const listeners = new Set<(template: BlockTemplate) => void>();
  const announce = (template: BlockTemplate): void => {
    for (const listener of listeners) listener(template);
  };

  async function submit(submission: Uint8Array): Promise<SubmitOutcome> {
    const refused = (why: string): SubmitOutcome => ({ kind: 'invalid', why, nodes: [name] });
    const found = family.read(submission);
    if (typeof found === 'string') return refused(found);
    const { hash, previous, bits } = found;
    const late = (): SubmitOutcome | undefined => {
      if (byHash.has(hash)) return { kind: 'duplicate', rewards };
      return previous === templates.tipHash ? undefined : { kind: 'stale' };
    };
    const before = late();
    if (before !== undefined) return before;
    const work = templates.workOf(bits);
    if (work === undefined) return refused('the target was never given out');
    const { next } = templates;
    const fault = await found.faultOf(next);
    if (fault !== undefined) return refused(fault);
    // Another block may have come while this one was verified.
    const after = late();
    if (after !== undefined) return after;

    const { height } = next;
    const block: StoredBlock = {
      height,
      hash,
      previous,
      work,
      reward,
      at: clock.now(),
      submission: new Uint8Array(submission),
    };
    file.append(block);
    byHash.set(hash, block);
    announce(templates.extend(block, bits));
    return { kind: 'accepted', rewards };
  }

  return {
    name,
    algorithm,
    kind: 'sandbox',
    template: () => templates.renew(),
    onTemplate: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submitBlock: submit,
    stateOf: async (hash) => stateOf(byHash.get(hash), clock.now()),
    ownBlocks: async (aboveHeight) => [...byHash.values()].flatMap((block) => ownBlock(block, aboveHeight)),
    easeNextBlock: (work) => announce(templates.ease(work)),
    close: () => file.close(),
  };
}

function stateOf(block: StoredBlock | undefined, now: number): BlockState {
  if (block === undefined) return 'unknown';
  return now - block.at >= matureAfterMs ? 'mature' : 'immature';
}

/** Blocks of earlier releases are stored without what was submitted: they cannot be handed over again. */
function ownBlock({ height, hash, at, work, submission }: StoredBlock, aboveHeight: number): OwnBlock[] {
  return height > aboveHeight && submission !== undefined
    ? [{ height, hash, foundAt: at, networkWork: work, submission }]
    : [];
}
