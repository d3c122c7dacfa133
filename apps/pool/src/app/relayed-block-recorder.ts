import type { Logger } from 'pino';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { FoundRelayedBlock } from '../domain/kernel/relayed-block.ts';
import { recordRelayedBlock } from '../domain/treasury/relayed-blocks/record-relayed-block.ts';

/** A network finds one in seconds at most; on a test network each share may be one. */
const minuteMs = 60_000;
const perMinuteMax = 60;

/** Records blocks of other pools' networks as they are found, sixty in a minute at most; a fault of the database costs its block alone. */
export function relayedBlockRecorder(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  log: Pick<Logger, 'info' | 'warn'>,
): (block: FoundRelayedBlock) => void {
  let minute = 0;
  let count = 0;
  return (block) => {
    const now = Math.floor(ctx.clock.now() / minuteMs);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    if (count === perMinuteMax + 1)
      log.warn(
        { upstream: block.upstream },
        'blocks of other pools come so fast that no more of this minute are looked for in their chains',
      );
    if (count > perMinuteMax) return;
    log.info(block, 'a share is a block of another pool');
    recordRelayedBlock(ctx, block).catch((err: unknown) =>
      log.warn(
        { err, ...block },
        'a block of another pool could not be recorded, and is not looked for in its chain',
      ),
    );
  };
}
