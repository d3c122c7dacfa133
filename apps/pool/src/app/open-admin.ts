import type { ListedSource } from '../domain/views/listed-source.ts';
import { join } from 'node:path';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { adminSocketName, openAdminSocket } from '../edges/operator/admin-socket.ts';
import type { HealthSource } from '../edges/http/routes/health.ts';
import type { OperatorPage } from '../edges/operator/page/build-operator-page.ts';
import { answerVerbs, databaseMark } from '../edges/operator/answer-verbs.ts';
import type { Config } from '../config.ts';
import { publishDomainEvent } from '../domain/kernel/domain-events.ts';
import { noArrivals } from '../domain/kernel/arrivals.ts';
import type { SiteTexts } from '../domain/kernel/site-text.ts';
import type { ConnectedMiners } from '../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import type { UpstreamStanding } from '../domain/views/upstream-standing.ts';
import { chainsOf, type World } from '../domain/kernel/world.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { Admission } from './open-admission.ts';
import { openOperatorPage } from './open-operator-page.ts';

export type AdminParts = Pick<Config, 'dataDirectory' | 'databaseUrl'> &
  Partial<Pick<Config, 'operatorPage'>> & {
    /** Without it no text of operators can be shown. */
    readonly siteTexts?: SiteTexts;
  };

const noSite: SiteTexts = { render: async () => new Map() };

/**
 * The ways to the operator's verbs: the socket for their commands, and their page where the settings want one, which it answers. Without the
 * socket the pool runs as well; only the commands have to wait until it is stopped.
 */
export async function openAdmin(
  { dataDirectory, databaseUrl, operatorPage, siteTexts = noSite }: AdminParts,
  ctx: ServiceContext,
  {
    payouts,
    world,
    upstreamStandings = async () => [],
    workSources = () => [],
    connected,
    log,
    order,
    admission,
    health,
  }: {
    readonly payouts: PayoutContext;
    readonly world: World;
    readonly upstreamStandings?: () => Promise<readonly UpstreamStanding[]>;
    readonly workSources?: () => readonly ListedSource[];
    readonly connected: ConnectedMiners;
    readonly log: Logger;
    readonly order: ClosingOrder;
    readonly admission: Admission | undefined;
    /** Without it there is no operator's page. */
    readonly health: HealthSource | undefined;
  },
): Promise<OperatorPage | undefined> {
  const actions = answerVerbs(
    {
      ...ctx,
      payoutBlockReason: payouts.payoutBlockReason,
      payouts,
      chains: chainsOf(world),
      wallet: world.wallet,
      upstreams: world.upstreams ?? [],
      arrivals: world.arrivals ?? noArrivals,
      upstreamStandings,
      workSources,
      connected,
      siteTexts,
      dataDirectory,
      version: manifest.version,
      announceBackup: async (written) =>
        publishDomainEvent(undefined, { event: 'backup-written', ...written }),
    },
    {
      database: databaseMark(databaseUrl),
      onDecision: async (decision) => {
        log.warn(decision, 'the operator decided');
        await admission?.refresh();
      },
    },
  );
  try {
    const admin = await openAdminSocket(join(dataDirectory, adminSocketName), actions);
    order.add('admin', () => admin.close());
  } catch (error) {
    log.warn({ err: error }, 'the operator’s commands cannot reach this pool');
  }
  if (operatorPage === undefined || health === undefined) return undefined;
  return openOperatorPage(operatorPage, { actions, health, clock: ctx.clock, log, order });
}
