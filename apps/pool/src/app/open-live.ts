import type { IncomingMessage } from 'node:http';
import { loggedOfVisitors } from '@openlode/catalogue/logged';
import { minerViews } from '../edges/live/miner-views.ts';
import { type Gateway, type GatewayOptions, openGateway } from '../edges/live/gateway.ts';
import type { UpgradeVerdict } from '../edges/live/take-upgrades.ts';
import type { Publisher } from '../domain/kernel/publisher.ts';
import { openLiveRelay } from './open-live-relay.ts';
import type { SharedParts } from './shared-parts.ts';
import { summarised } from './summarised.ts';

export interface LiveParts {
  /** Where processes of one database tell each other; undefined for a process by itself. */
  readonly redisUrl?: string | undefined;
  /** Who may watch; where it is left out, the HTTP server judges. */
  readonly judge?: (request: IncomingMessage) => UpgradeVerdict;
  readonly tuning?: LiveTuning;
}

/** What suites want otherwise than a pool. */
export interface LiveTuning
  extends Partial<Pick<GatewayOptions, 'limits' | 'looks' | 'heartbeat' | 'onError'>> {
  /** How often a line of the log sums up what was refused. */
  readonly limitsLoggedEveryMs?: number;
}

export interface OpenedLive {
  readonly gateway: Gateway | undefined;
  readonly relay: Awaited<ReturnType<typeof openLiveRelay>>;
  /** Where the domain says what has happened. */
  readonly publisher: Publisher;
}

const noPublisher: Publisher = { publish: () => undefined };

/** Opens the live channel before anything can happen that it should tell. Nothing reaches it before it is attached to a server. */
export async function openLive(
  { log, foundation, deployment, publisher }: SharedParts,
  live: LiveParts | undefined,
): Promise<OpenedLive> {
  if (live === undefined)
    return { gateway: undefined, relay: undefined, publisher: publisher ?? noPublisher };
  const { limitsLoggedEveryMs, ...tuning } = live.tuning ?? {};
  const gateway = openGateway({
    version: deployment.version,
    views: minerViews(foundation),
    onError: (error) => log.error({ err: error }, 'a live event could not be sent'),
    onLimit: summarised(
      (counts) => log.warn({ counts }, loggedOfVisitors['live-limit'].line),
      limitsLoggedEveryMs,
    ),
    ...tuning,
  });
  const { db, random } = foundation;
  const relay = await openLiveRelay({ redisUrl: live.redisUrl }, { db, random, local: gateway, log });
  return { gateway, relay, publisher: relay ?? gateway };
}
