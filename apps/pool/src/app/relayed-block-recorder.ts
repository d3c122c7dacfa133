import type { Logger } from 'pino';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { FoundRelayedBlock } from '../domain/kernel/relayed-block.ts';
import { recordRelayedBlock } from '../domain/treasury/relayed-blocks/record-relayed-block.ts';

/** A network finds one in seconds at most; on a test network each share may be one. */
const minuteMs = 60_000;
const perMinuteMax = 60;

/** Records blocks of other pools' networks as they are found, sixty in a minute of each pool at most; a fault of the database costs its block alone. */
export function relayedBlockRecorder(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  log: Pick<Logger, 'info' | 'warn'>,
): (block: FoundRelayedBlock) => void {
  let minute = 0;
  // By upstream: one whose shares are all blocks must not use up what another may record.
  const counts = new Map<string, number>();
  return (block) => {
    const now = Math.floor(ctx.clock.now() / minuteMs);
    if (now !== minute) counts.clear();
    minute = now;
    const count = (counts.get(block.upstream) ?? 0) + 1;
    counts.set(block.upstream, count);
    if (count === perMinuteMax + 1)
      log.warn(
        { upstream: block.upstream },
        'blocks of this other pool come so fast that no more of this minute are looked for in its chain',
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
