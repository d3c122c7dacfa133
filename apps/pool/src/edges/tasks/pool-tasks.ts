import type { RecurringAudit } from '../../domain/operations/audit/recurring-audit.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { ClockWatch } from '../../domain/payouts/clock-watch.ts';
import type { Payability } from '../../domain/payouts/payable-pairs.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import { createVerdictMemory } from '../../domain/kernel/verdict-memory.ts';
import { carryOutSwitches } from '../../domain/owners/network-switches.ts';
import { rememberOwners } from '../../domain/owners/previous-owners.ts';
import { countReferredDays } from '../../domain/referrals/count-referred-days.ts';
import type { FloatWatch } from '../../domain/treasury/watch-floats.ts';
import { reachTiers } from '../../domain/referrals/reach-tiers.ts';
import { compareRewards, differenceText } from '../../domain/rounds/compare-rewards.ts';
import { handleReorgs } from '../../domain/rounds/handle-reorgs.ts';
import { reviveRounds } from '../../domain/rounds/revive-rounds.ts';
import type { CreditOutcome } from '../../domain/rounds/credit-round.ts';
import { convertPending } from '../../domain/rounds/convert-pending.ts';
import { recoverBlocks } from '../../domain/operations/recover-blocks.ts';
import { advanceRounds, type RoundTurn } from '../../domain/rounds/advance-round.ts';
import { createRoundPace } from '../../domain/rounds/round-pace.ts';
import type { Lanes } from '../../runtime/lanes.ts';
import { forgetRejects } from '../../domain/workers/forget-rejects.ts';
import { markOffline } from '../../domain/workers/mark-offline.ts';
import { retentionTasks } from './retention-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Whether the wallets have what they should: for the metrics. */
export function floatsTask(floats: FloatWatch): ScheduledTask {
  return { name: 'watch-floats', pattern: '55 */5 * * * *', run: () => floats.look() };
}

/** The pool compares its wallets with its ledger each minute, and beside it checks a part of the ledger itself. */
export function auditTasks(audit: RecurringAudit): ScheduledTask[] {
  return [
    { name: 'compare-wallets', pattern: '30 * * * * *', run: () => audit.compareWallets() },
    { name: 'audit', pattern: '30 * * * * *', run: () => audit.run() },
  ];
}

/** Whether this machine's clock can be trusted with business days. */
export function clockTask(watch: ClockWatch): ScheduledTask {
  return { name: 'compare-clocks', pattern: '*/10 * * * * *', run: () => watch.measure() };
}

/** Blocks that a restored database lacks are found again on their chains. */
export function recoverBlocksTask(
  ctx: ServiceContext,
  chains: readonly Chain[],
  onFound: (block: { readonly chain: string; readonly hash: string }) => void,
): ScheduledTask {
  return {
    name: 'recover-blocks',
    pattern: '50 * * * * *',
    run: () => recoverBlocks({ ...ctx, chains }, onFound),
  };
}

/** Rewards are held against the wallets that watch them: a difference stands in `/health` as the fault of the task. */
export function compareRewardsTask(ctx: ServiceContext, chains: readonly Chain[]): ScheduledTask {
  return {
    name: 'compare-rewards',
    pattern: '20 */10 * * * *',
    async run() {
      const [first, ...more] = await compareRewards({ ...ctx, chains });
      if (first === undefined) return;
      const others = more.length === 0 ? '' : `, and ${more.length} more: see openlode blocks compare`;
      throw new Error(`${differenceText(first)}${others}`);
    },
  };
}

/** A renewed certificate is offered to new connections within seconds. */
export function certificateTask(
  tls: { refresh(): Promise<'unchanged' | 'replaced'> },
  onReplaced: () => void,
): ScheduledTask {
  return {
    name: 'refresh-certificate',
    pattern: '*/10 * * * * *',
    run: async () => {
      if ((await tls.refresh()) === 'replaced') onReplaced();
    },
  };
}

/** The task that offers a found block to its chain; it is run at once as well. */
export const submitBlocks = 'submit-blocks';

/** What the pool does by itself. `onReorg` hears of a block that was orphaned after it had been credited: the pool wrote off its reward. */
export function poolTasks(
  ctx: ServiceContext,
  chains: readonly Chain[],
  onReorg: (roundId: bigint) => void,
  options: {
    readonly unrecordedSince?: () => number;
    /** Why this process does not trust its clock; undefined while it does. */
    readonly clockProblem?: () => string | undefined;
    /** Credits a round in a thread of its own; without it, in this one. */
    readonly credit?: (roundId: bigint) => Promise<CreditOutcome>;
    /** Rounds of different chains do not wait for each other. */
    readonly chainLanes?: Lanes;
    /** Nor do blocks that their chains do not have yet. */
    readonly blockLanes?: Lanes;
  } & Payability = {},
): ScheduledTask[] {
  const { credit, chainLanes, blockLanes, ...retention } = options;
  const onChains = {
    ...ctx,
    chains,
    blockVerdicts: createVerdictMemory(),
    ...(credit === undefined ? {} : { credit }),
  };
  const candidates = roundTurn('candidates', blockLanes);
  const others = roundTurn('others', chainLanes);
  return [
    {
      // Apart from the rounds that only wait: nodes may have a hundred immature blocks to answer for.
      name: submitBlocks,
      pattern: '* * * * * *',
      run: () => advanceRounds(onChains, candidates),
    },
    {
      name: 'advance-rounds',
      pattern: '* * * * * *',
      run: () => advanceRounds(onChains, others),
    },
    {
      name: 'convert-pending',
      pattern: '*/10 * * * * *',
      run: async () => {
        await convertPending(ctx);
      },
    },
    {
      name: 'handle-reorgs',
      pattern: '30 * * * * *',
      run: () => handleReorgs(onChains, onReorg),
    },
    { name: 'revive-rounds', pattern: '40 * * * * *', run: () => reviveRounds(onChains) },
    {
      name: 'mark-offline',
      pattern: '*/5 * * * * *',
      run: async () => {
        await markOffline(ctx);
      },
    },
    {
      name: 'switch-networks',
      pattern: '*/10 * * * * *',
      run: async () => {
        await carryOutSwitches(ctx);
      },
    },
    { name: 'remember-owners', pattern: '10 5 * * * *', run: () => rememberOwners(ctx) },
    ...retentionTasks(ctx, chains, retention),
    {
      name: 'count-referred-days',
      pattern: '20 */10 * * * *',
      run: async () => {
        await countReferredDays(ctx);
        await reachTiers(ctx);
      },
    },
    { name: 'forget-rejects', pattern: '0 */10 * * * *', run: () => forgetRejects(ctx) },
  ];
}

function roundTurn(only: 'candidates' | 'others', lanes: Lanes | undefined): RoundTurn {
  return { only, pace: createRoundPace(), ...(lanes !== undefined && { lanes }) };
}
