import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { SupportFacts } from '../adapters/content/deployment-facts.ts';
import { openNewsFeed } from '../adapters/content/news-feed.ts';
import { openSupportCentre, type SupportCentre } from '../adapters/content/support-centre.ts';
import type { Config } from '../config.ts';
import { readShownTexts } from '../domain/operations/site-texts.ts';
import type { Queryable } from '../runtime/database/database.ts';
import type { PoolKind } from '../domain/kernel/pool-kind.ts';
import type { SiteTexts } from '../domain/kernel/site-text.ts';
import { catalogueListing } from '../domain/payouts/payout-availability.ts';
import { type BuiltSite, readBuiltSite } from '../edges/http/plugins/site.ts';
import { presentAlgorithms } from '../edges/present/present-algorithm.ts';
import type { Deployment } from '../edges/present/deployment.ts';
import { firstCoin } from '../edges/present/first-coin.ts';
import { presentRegions } from '../edges/present/present-regions.ts';
import { presentTls } from '../edges/present/present-tls.ts';
import type { TlsContext } from '../edges/stratum/tls-context.ts';
import { certificateTask } from '../edges/tasks/pool-tasks.ts';
import type { ScheduledTask } from '../edges/tasks/schedules.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { HttpParts } from './open-http.ts';
import type { PoolFiles } from './pool-files.ts';
import { openSiteTexts } from './open-site-texts.ts';
import { releasesOf } from './releases-of.ts';

export interface Site {
  readonly http: HttpParts;
  /** Reads the support articles again: they say things about the certificate. */
  reloadSupport(): void;
  /** What operators write for it. */
  readonly texts: SiteTexts;
  /** Shows what holds now: which coins are delisted, in the articles, and what operators have written. */
  refresh(db: Queryable, delisted: ReadonlySet<string>): Promise<void>;
}

/** The built web app with what this deployment says of itself. */
export function siteOf(directory: string, deployment: Deployment): BuiltSite | undefined {
  const { version, sandbox, testNetwork, host, apiBase, operator } = deployment;
  return readBuiltSite(
    directory,
    {
      version,
      sandbox,
      testNetwork,
      host,
      coin: firstCoin(deployment.paysHere),
      apiBase,
      operator,
      algorithms: presentAlgorithms(deployment),
      regions: presentRegions(deployment),
    },
    () => presentTls(deployment),
  );
}

/** The support articles, searched in a thread of their own. */
export async function openSupport(
  files: Pick<PoolFiles, 'support' | 'searchWorker'>,
  facts: SupportFacts,
  { log, order }: { readonly log: Logger; readonly order: ClosingOrder },
): Promise<SupportCentre> {
  const support = await openSupportCentre(
    files.support,
    facts,
    (error) => log.error({ err: error }, 'the support articles could not be read'),
    () => new Worker(files.searchWorker),
  );
  order.add('support', () => support.close());
  return support;
}

/** Everything that visitors read: the built web app, news, support articles and releases. */
export async function openSite(
  config: Config,
  files: PoolFiles,
  deployment: Deployment,
  { kind, log, order }: { readonly kind: PoolKind; readonly log: Logger; readonly order: ClosingOrder },
): Promise<Site> {
  const site = siteOf(files.site, deployment);
  const news = await openNewsFeed(files.news, kind, (error) =>
    log.error({ err: error }, 'the news could not be read'),
  );
  order.add('news', () => news.close());
  let { delisted } = catalogueListing();
  const facts = {
    ...deployment,
    delisted: () => delisted,
    conversionSpreads: config.conversionSpreads,
  };
  const support = await openSupport(files, facts, { log, order });
  const texts = openSiteTexts({ news, support }, facts, log);
  const releases = await releasesOf(config);
  const { trustedProxies, httpBalancers, stratumProxies, sharedNetworks, publicUrl, limitExempt } = config;
  return {
    http: {
      trustedProxies,
      balancers: httpBalancers,
      // What was mined before a balancer was listed has its address.
      sharedNetworks: [...sharedNetworks, ...stratumProxies],
      publicUrl,
      limitExempt,
      news,
      support,
      releases: { items: () => releases },
      site,
      log,
    },
    texts,
    reloadSupport: () => support.reload(),
    refresh: async (db, symbols) => {
      if (String([...symbols]) !== String([...delisted])) {
        delisted = symbols;
        support.reload();
      }
      texts.show(await readShownTexts(db));
    },
  };
}

/** Offers a renewed certificate to new connections, and says so. */
export function watchCertificate(tls: TlsContext, log: Logger, onReplaced: () => void): ScheduledTask {
  return certificateTask(tls, () => {
    const { fingerprint } = tls.published();
    const fields = { event: 'certificate-replaced', fingerprint, distrust: tls.distrust() };
    log.info(fields, 'the TLS certificate was replaced');
    onReplaced();
  });
}
