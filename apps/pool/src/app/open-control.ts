import type { SandboxChain } from '../sandbox/chain/sandbox-chain.ts';
import { openControlSocket } from '../sandbox/control/control-socket.ts';
import type { MovableClock } from '../sandbox/control/movable-clock.ts';
import type { WithheldRates } from '../sandbox/control/withheld-rates.ts';
import type { Schedules } from '../edges/tasks/schedules.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { isLedgerSound, checkLedger } from '../domain/ledger/check-ledger.ts';
import { recordedBlocks } from '../domain/rounds/recorded-blocks.ts';
import type { ClosingOrder } from './closing-order.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';

/** The socket with which journeys move the clock of a sandbox, mine a block and look at the ledger. */
export async function openControl(
  path: string,
  ctx: ServiceContext,
  parts: {
    readonly clock: MovableClock;
    readonly chains: ReadonlyMap<string, SandboxChain>;
    readonly schedules: Schedules;
    readonly rates: WithheldRates;
  },
  order: ClosingOrder,
): Promise<void> {
  const control = await openControlSocket(path, {
    advance: async (ms) => {
      parts.clock.advance(ms);
      await parts.schedules.runAll();
      return parts.clock.now();
    },
    easeBlock: (algorithm) => {
      const mined = minedAlgorithms.find(({ code }) => code === algorithm);
      if (mined === undefined) return false;
      parts.chains.get(mined.code)?.easeNextBlock(mined.lightestShare);
      return true;
    },
    ledger: async () => {
      const ledger = await checkLedger(ctx);
      return { sound: isLedgerSound(ledger), ...ledger, blocks: await recordedBlocks(ctx) };
    },
    withholdRates: (isWithheld) => parts.rates.withhold(isWithheld),
  });
  order.add('control', () => control.close());
}
