import { join } from 'node:path';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { adminSocketName, openAdminSocket } from '../edges/operator/admin-socket.ts';
import { answerVerbs, databaseMark } from '../edges/operator/answer-verbs.ts';
import type { Config } from '../config.ts';
import { publishDomainEvent } from '../domain/kernel/domain-events.ts';
import type { Arrivals } from '../domain/kernel/arrivals.ts';
import type { Chain } from '../domain/kernel/chain.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { UpstreamStanding } from '../domain/views/upstream-standing.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { Admission } from './open-admission.ts';

export type AdminParts = Pick<Config, 'dataDirectory' | 'databaseUrl'>;

const noNodes: Arrivals = {
  outputOf: async () => {
    throw new Error('this pool has no nodes of its own');
  },
};

/** Without it the pool runs as well; only the operator's commands have to wait until it is stopped. */
export async function openAdmin(
  { dataDirectory, databaseUrl }: AdminParts,
  ctx: ServiceContext,
  {
    payouts,
    chains,
    wallet,
    upstreams = [],
    arrivals = noNodes,
    upstreamStandings = async () => [],
    log,
    order,
    admission,
  }: {
    readonly payouts: PayoutContext;
    readonly chains: readonly Chain[];
    readonly wallet: Wallet;
    readonly upstreams?: readonly UpstreamTerms[] | undefined;
    readonly arrivals?: Arrivals | undefined;
    readonly upstreamStandings?: () => Promise<readonly UpstreamStanding[]>;
    readonly log: Logger;
    readonly order: ClosingOrder;
    readonly admission: Admission | undefined;
  },
): Promise<void> {
  const actions = answerVerbs(
    {
      ...ctx,
      payoutBlockReason: payouts.payoutBlockReason,
      payouts,
      chains,
      wallet,
      upstreams,
      arrivals,
      upstreamStandings,
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
}
