import type { SandboxChain } from '../chains/sandbox-chain.ts';
import { openControlSocket } from '../control/control-socket.ts';
import type { MovableClock } from '../control/movable-clock.ts';
import type { WithheldRates } from '../control/withheld-rates.ts';
import type { Schedules } from '../jobs/schedules.ts';
import type { ServiceContext } from '../services/context.ts';
import { booksAreSound, readBooks } from '../services/ledger/read-books.ts';
import { recordedBlocks } from '../services/rounds/recorded-blocks.ts';
import type { ClosingOrder } from './closing-order.ts';
import { minedAlgorithms } from './mined-algorithms.ts';

/** The socket with which journeys move the clock of a sandbox, mine a block and look at the books. */
export async function openControl(
  path: string,
  ctx: ServiceContext,
  parts: {
    readonly clock: MovableClock;
    readonly chains: ReadonlyMap<string, SandboxChain>;
    readonly jobs: Schedules;
    readonly rates: WithheldRates;
  },
  order: ClosingOrder,
): Promise<void> {
  const control = await openControlSocket(path, {
    advance: async (ms) => {
      parts.clock.advance(ms);
      await parts.jobs.runAll();
      return parts.clock.now();
    },
    easeBlock: (algorithm) => {
      const mined = minedAlgorithms.find(({ code }) => code === algorithm);
      if (mined === undefined) return false;
      parts.chains.get(mined.code)?.easeNextBlock(mined.lightestShare);
      return true;
    },
    books: async () => {
      const books = await readBooks(ctx);
      return { sound: booksAreSound(books), ...books, blocks: await recordedBlocks(ctx) };
    },
    withholdRates: (isWithheld) => parts.rates.withhold(isWithheld),
  });
  order.add('control', () => control.close());
}
