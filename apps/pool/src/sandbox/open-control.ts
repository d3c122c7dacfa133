import type { ServiceContext } from '../domain/kernel/context.ts';
import { checkLedger, isLedgerSound } from '../domain/ledger/check-ledger.ts';
import { recordedBlocks } from '../domain/rounds/recorded-blocks.ts';
import { minedAlgorithms } from './chain/mined-algorithms.ts';
import { openControlSocket } from './control/control-socket.ts';
import type { MovableClock } from './control/movable-clock.ts';
import { paysInCatalogue } from './rail/sandbox-rail.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** The socket with which journeys move the clock of a sandbox, mine a block and look at the ledger. */
export function openControl(
  path: string,
  ctx: ServiceContext,
  parts: {
    readonly clock: MovableClock;
    /** Undefined in a pool on nodes of a test network, whose clock can be moved all the same. */
    readonly world: Pick<SandboxWorld, 'minedChains' | 'rates' | 'dear'> | undefined;
    /** Runs every task once: after the clock was moved. */
    readonly runTasks: () => Promise<void>;
  },
): ReturnType<typeof openControlSocket> {
  const { clock, world, runTasks } = parts;
  return openControlSocket(path, {
    advance: async (ms) => {
      clock.advance(ms);
      await runTasks();
      return clock.now();
    },
    easeBlock: (algorithm) => {
      const mined = minedAlgorithms.find(({ code }) => code === algorithm);
      if (mined === undefined || world === undefined) return false;
      world.minedChains.get(mined.code)?.easeNextBlock(mined.lightestShare);
      return true;
    },
    ledger: async () => {
      const ledger = await checkLedger(ctx);
      return { sound: isLedgerSound(ledger), ...ledger, blocks: await recordedBlocks(ctx) };
    },
    makeDear: (coin, network, fee) => {
      if (world === undefined || !paysInCatalogue(coin, network)) return false;
      world.dear.makeDear(coin, network, fee);
      return true;
    },
    withholdRates: (isWithheld) => world?.rates.withhold(isWithheld),
  });
}
