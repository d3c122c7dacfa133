import type { ServiceContext } from '../../domain/kernel/context.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { isAtWork } from './attendance.ts';
import { blockEveryMs } from './economy.ts';
import { findBlock } from './find-block.ts';
import type { Fleet } from './fleet.ts';
import type { FleetChain } from './fleet-chain.ts';
import { type CodeOf, workLine } from './fleet-work.ts';

export interface FleetTask {
  readonly name: string;
  readonly pattern: string;
  run(): Promise<void>;
}

export interface FleetTaskParts {
  /** When the fleet's time began, in ms. */
  readonly beginning: number;
  readonly chains: readonly FleetChain[];
  readonly codeOf: CodeOf;
}

/** Half a minute is often enough for workers to stay online and for charts to move. */
export const tickMs = 30_000;
const minuteMs = 60_000;

/**
 * The fleet at work: every half minute it records what its workers did in the last one, and now and then one of them finds a
 * block. All of it follows from the seed and the number of the half minute, so a repeat or a second process changes nothing.
 * Verified algorithms are left alone. Rounds go on with the task that advances all rounds.
 */
export function fleetTask(ctx: ServiceContext, fleet: Fleet, parts: FleetTaskParts): FleetTask {
  const chains = parts.chains.filter(({ algorithm }) => !fleet.verified.has(algorithm));
  let done = -1;
  return {
    name: 'fleet',
    pattern: '*/30 * * * * *',
    run: async () => {
      const tick = Math.floor(ctx.clock.now() / tickMs);
      if (tick === done) return;
      for (const chain of chains) await work(ctx, fleet, chain, { ...parts, tick });
      done = tick;
    },
  };
}

async function work(
  ctx: ServiceContext,
  fleet: Fleet,
  chain: FleetChain,
  { tick, beginning, codeOf }: FleetTaskParts & { readonly tick: number },
): Promise<void> {
  const { algorithm } = chain;
  const to = tick * tickMs;
  const from = to - tickMs;
  const minute = Math.floor((from - beginning) / minuteMs);
  const lines = (fleet.byAlgorithm.get(algorithm) ?? [])
    .filter((worker) => isAtWork(fleet.draw, worker, minute))
    .map((worker) =>
      workLine(fleet, worker, `tick ${tick}`, { from, to, workedMs: tickMs, referralCode: codeOf(worker) }),
    );
  if (lines.length === 0) return;
  const id = fleet.draw.uuid('tick', algorithm, tick);
  await recordWork(ctx, { id, algorithm, lines }, { simulated: true });
  if (!findsBlock(fleet, algorithm, tick)) return;
  await findBlock(ctx, fleet, chain, { at: to, spanMs: blockEveryMs(algorithm), lines });
}

/** Whether a block of the algorithm is found at the end of a half minute. */
export function findsBlock(fleet: Fleet, algorithm: string, tick: number): boolean {
  const every = Math.round(blockEveryMs(algorithm) / tickMs);
  return tick % every === fleet.draw.between(0, every - 1, 'turn', algorithm);
}
