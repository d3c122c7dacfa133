import type { ServiceContext } from '../kernel/context.ts';
import { parkBatch } from './parked-batches.ts';
import { recordBatches } from './record-work.ts';
import type { WorkBatch } from '../kernel/work-batch.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher' | 'secret'>;

/** Batches that were put aside instead of counted. Each waits for `openlode work count` or `drop`. */
interface Parked {
  readonly batches: readonly WorkBatch[];
  readonly reason: 'too-old' | 'refused';
  readonly error?: unknown;
}

/**
 * Records batches of one algorithm, and parks those that can never be recorded as they are, so that they hold up no other work: when
 * the database refuses what is in a group, its halves are recorded one by one until the batch is found. Rejects where the fault is not
 * in the work, such as a database that is away or full; nothing is parked then, and the same batches are tried again.
 */
export async function recordOrPark(
  ctx: Context,
  batches: readonly WorkBatch[],
  options: { readonly simulated: boolean; readonly onParked: (parked: Parked) => void },
): Promise<void> {
  const { simulated, onParked } = options;
  try {
    await recordBatches(ctx, batches, {
      simulated,
      onParked: (old) => onParked({ batches: old, reason: 'too-old' }),
    });
  } catch (error) {
    const [batch] = batches;
    if (batch === undefined || !isWorkFault(error)) throw error;
    if (batches.length > 1) {
      const middle = batches.length >> 1;
      await recordOrPark(ctx, batches.slice(0, middle), options);
      await recordOrPark(ctx, batches.slice(middle), options);
      return;
    }
    const detail = (error as Error).message.slice(0, 500);
    await parkBatch(ctx.db, batch, { at: ctx.clock.now(), reason: 'refused', detail });
    onParked({ batches, reason: 'refused', error });
  }
}

/**
 * Data exceptions, integrity violations and exceptions raised by triggers (SQLSTATE classes 22, 23 and P0), and values that cannot be
 * sent at all. Everything else may pass by itself: a lost connection, a full disk, a deadlock, a time limit.
 */
export function isWorkFault(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { code: errorCode } = error as { readonly code?: unknown };
  return typeof errorCode === 'string' && /^(?:22|23|P0)[0-9A-Z]{3}$/.test(errorCode);
}
