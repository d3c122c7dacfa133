import { isSimulated } from '../domain/kernel/pool-kind.ts';
import type { WorkSource } from '../domain/kernel/world.ts';
import { type OrderedSource, ServeInOrder } from '../edges/stratum/serve-in-order.ts';
import type { StratumListener } from '../edges/stratum/stratum-listener.ts';
import type { MiningParts } from './mining-parts.ts';
import type { OpenSource } from './open-sources.ts';

/** Looks which source of an algorithm gives work, and moves its miners; undefined in a sandbox, whose chain always gives some. */
export function serveInOrder(
  { chain: { algorithm, kind } }: WorkSource,
  { order, clock, log }: Pick<MiningParts, 'order' | 'clock' | 'log'>,
  {
    opened,
    listeners,
  }: {
    readonly opened: readonly [OpenSource, ...OpenSource[]];
    readonly listeners: readonly StratumListener[];
  },
): ServeInOrder | undefined {
  if (isSimulated(kind)) return undefined;
  const ordered = ({ name, relay, feed }: OpenSource): OrderedSource => ({
    name,
    kind: relay === undefined ? 'chain' : 'upstream',
    feed,
  });
  const [first, ...others] = opened;
  const served = new ServeInOrder({
    sources: [ordered(first), ...others.map(ordered)],
    listeners,
    steadyNow: () => performance.now(),
    now: () => clock.now(),
    onMove: ({ name, why }, before) =>
      log.warn(
        { algorithm, from: name, before: before.name, why },
        why === 'lost'
          ? 'miners are moved to other work: where theirs came from gives none'
          : 'miners are moved back: what comes before in the order gives work again',
      ),
    onWorkless: () => log.warn({ algorithm }, 'nothing gives work: miners are let go'),
  });
  order.add(`order of sources ${algorithm}`, () => served.close());
  return served;
}
