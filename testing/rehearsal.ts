import type { RehearsedPool, StoredRound } from './rehearsed-pool.ts';

/** What a rehearsal does to the pool or to its nodes while it mines. */
export interface Act {
  readonly name: string;
  /** Answers the hashes of the blocks that were acknowledged to the miner. */
  run(rehearsed: RehearsedPool, blocks: number): Promise<readonly string[]>;
}

/** What became of the blocks of one act. */
export interface ActResult {
  readonly name: string;
  /** Acknowledged to the miner, or recorded. */
  readonly found: number;
  /** On the best branch, by the word of both nodes. */
  readonly inChain: number;
  readonly credited: number;
  /** Given up, and on the best branch of neither node. */
  readonly orphaned: number;
  /** On the chain and not credited, or acknowledged and not recorded. */
  readonly lost: number;
  /** Credited, and not on the best branch of both nodes. */
  readonly invented: number;
}

/** Deeper than the maturity of a coinbase. */
const usualMaturingBlocks = 101;

/** After these a block on a branch that lost is orphaned. */
const buryingBlocks = 7;

/** Whether the nodes have said something of a block. The second one of a height stays a candidate until six blocks stand on the first. */
function isJudged({ state, problem }: StoredRound): boolean {
  return state !== 'candidate' || problem?.startsWith('inconclusive') === true;
}

const plain: Act = { name: 'plain', run: (rehearsed, blocks) => rehearsed.mine(blocks) };

const nodeKilled: Act = {
  name: 'a node is killed and started again',
  run: async (rehearsed, blocks) => {
    const { nodes } = rehearsed;
    const half = Math.max(1, Math.floor(blocks / 2));
    const before = await rehearsed.mine(half);
    await nodes.two.signal('SIGKILL');
    // On the job that is out: node one alone gives no other.
    const meanwhile = await rehearsed.mine(1);
    await nodes.two.start();
    await nodes.join();
    return [...before, ...meanwhile, ...(await rehearsed.mine(Math.max(1, blocks - half - 1)))];
  },
};

const poolKilled: Act = {
  name: 'the pool is killed between candidate and submission',
  run: async (rehearsed, blocks) => {
    const found: string[] = [];
    const { pool } = rehearsed;
    for (let count = 0; count < blocks; count += 1) {
      const known = new Set((await rehearsed.rounds()).map(({ hash }) => hash));
      await startToDie(rehearsed);
      // Its miner may see the end before the acknowledgement.
      const acknowledged = await rehearsed.mine(1).catch(() => []);
      if ((await pool.ended(30_000)) === undefined) throw new Error('the pool did not die');
      const recorded = (await rehearsed.rounds()).filter(({ hash }) => !known.has(hash));
      found.push(...acknowledged, ...recorded.map(({ hash }) => hash));
      await pool.restart('SIGKILL');
      await rehearsed.untilRounds((rounds) => rounds.every(isJudged));
    }
    return found;
  },
};

/**
 * Starts the pool so that it dies before it hands over a block. A second block of one height waits for its verdict and is handed over again at
 * each start, which would end the pool before its miner: it is buried first.
 */
async function startToDie(rehearsed: RehearsedPool): Promise<void> {
  const isOpen = ({ state }: StoredRound): boolean => state === 'candidate';
  if ((await rehearsed.rounds()).some(isOpen)) {
    await rehearsed.nodes.mine(buryingBlocks);
    for (let turn = 0; turn < 20 && (await rehearsed.rounds()).some(isOpen); turn += 1)
      await rehearsed.letVerdictsStand();
  }
  await rehearsed.pool.restart('SIGKILL', { OPENLODE_CRASH_AT: 'block-unsubmitted:1' });
}

export const nodesCut: Act = {
  name: 'two nodes are cut apart and joined: the other branch is longer',
  run: async (rehearsed, blocks) => {
    const { nodes } = rehearsed;
    const half = Math.floor((blocks - 1) / 2);
    const before = half > 0 ? await rehearsed.mine(half) : [];
    // Both have them: only what is found from here on is on the branch that loses.
    await nodes.mine(0);
    // One that is killed comes back without its newest blocks: its branch would be the shorter one.
    await nodes.two.signal('SIGTERM');
    const lost = await rehearsed.mine(1);
    await rehearsed.untilRounds((rounds) => rounds.every(isJudged));
    await nodes.two.start();
    await nodes.cut();
    await nodes.two.generate(10);
    await nodes.join();
    const rest = blocks - half - 1;
    return [...before, ...lost, ...(rest > 0 ? await rehearsed.mine(rest) : [])];
  },
};

const twoPools: Act = {
  name: 'two processes mine, and one of them is killed',
  run: async (rehearsed, blocks) => {
    const second = await rehearsed.second();
    const half = Math.max(1, Math.floor(blocks / 2));
    const found = (await Promise.all([rehearsed.mine(half), rehearsed.mine(half, second)])).flat();
    await second.kill('SIGKILL');
    const rest = await rehearsed.mine(Math.max(1, blocks - 2 * half));
    // What it had acknowledged and not handed over yet is on its own disk.
    await second.restart();
    await rehearsed.untilRounds((rounds) =>
      found.every((hash) => rounds.some((round) => round.hash === hash)),
    );
    await rehearsed.endSecond();
    return [...found, ...rest];
  },
};

/** Long enough that jobs are closed, and that a node's own pause between two tries does not hide it. */
const failureMs = 120_000;

const noTemplates: Act = {
  name: 'no node has given a template for two minutes',
  run: async (rehearsed, blocks) => {
    const { nodes } = rehearsed;
    const before = await rehearsed.mine(1);
    // Two nodes apart are alone, and neither gives work; the job that is out holds for half a minute.
    await nodes.cut();
    const meanwhile = await rehearsed.mineFor(failureMs);
    await nodes.join();
    return [...before, ...meanwhile, ...(await rehearsed.mine(Math.max(1, blocks - 1)))];
  },
};

export const acts: readonly Act[] = [plain, nodeKilled, poolKilled, twoPools, noTemplates, nodesCut];

/** Runs one act, lets its blocks become mature, and counts what became of them by the word of both nodes. */
export async function rehearse(rehearsed: RehearsedPool, act: Act, blocks: number): Promise<ActResult> {
  const before = new Set((await rehearsed.rounds()).map(({ hash }) => hash));
  const acknowledged = await act.run(rehearsed, blocks);
  await rehearsed.nodes.mine(rehearsed.nodes.maturingBlocks ?? usualMaturingBlocks);
  const rounds = (await rehearsed.settle()).filter(({ hash }) => !before.has(hash));
  const states = new Map(rounds.map(({ hash, state }) => [hash, state]));
  const found = new Set([...acknowledged, ...states.keys()]);
  const onChain = new Set<string>();
  for (const hash of found) if (await isOnBoth(rehearsed, hash)) onChain.add(hash);
  const of = (isCounted: (hash: string, state: string | undefined) => boolean): number =>
    [...found].filter((hash) => isCounted(hash, states.get(hash))).length;
  return {
    name: act.name,
    found: found.size,
    inChain: onChain.size,
    credited: of((_hash, state) => state === 'credited'),
    orphaned: of((hash, state) => state === 'orphaned' && !onChain.has(hash)),
    lost: of((hash, state) => state === undefined || (onChain.has(hash) && state !== 'credited')),
    invented: of((hash, state) => state === 'credited' && !onChain.has(hash)),
  };
}

/** Whether the pool's database says what the nodes say. */
export function hasHeld({ found, inChain, credited, orphaned, lost, invented }: ActResult): boolean {
  return found > 0 && credited === inChain && credited + orphaned === found && lost === 0 && invented === 0;
}

async function isOnBoth({ nodes }: RehearsedPool, hash: string): Promise<boolean> {
  const said = await Promise.all([nodes.one, nodes.two].map((node) => node.hasBlock(hash)));
  return said.every(Boolean);
}
