// Mining, HTTP and live channel, in one process or apart, with every limit as the pool has it: only a share is found with any hash.
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { openPool } from '../../apps/pool/src/app.ts';
import { openSupport, siteOf } from '../../apps/pool/src/app/open-site.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { buildTemplate } from '../stratum/build-template.ts';
import { benchHttp, benchParts } from '../support/bench-parts.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { ALGORITHM, benchClient, benchStratum, DEAR_ALGORITHM } from '../support/bench-stratum.ts';
import { openDearProofs } from './dear-proofs.ts';
import type { PoolVerbs } from './verbs.ts';

answerQuestions({
  start: async ({ databaseUrl, site, work, part, limitExempt }) => {
    const algorithm = work === 'dear' ? DEAR_ALGORITHM : ALGORITHM;
    const db = openPostgres(databaseUrl);
    await migrate(db, new URL('./migrations/', import.meta.url), Date.now());
    const pool = await openPool(console, async (order) => {
      const shared = await benchParts(order, { db });
      const files = {
        support: pathToFileURL(`${resolve('content/support')}/`),
        searchWorker: new URL('./search-worker.js', import.meta.url),
      };
      const { clock } = shared.foundation;
      const web = async () => ({
        http: {
          ...benchHttp,
          limitExempt,
          support: await openSupport(
            files,
            { ...shared.deployment, delisted: () => new Set() },
            { log: shared.log, order },
          ),
          site: siteOf(site, shared.deployment),
        },
      });
      return {
        ...shared,
        world: { ...shared.world, sources: [benchClient(buildTemplate(1), algorithm)] },
        live: {},
        ...(part === 'stratum' ? {} : await web()),
        ...(part === 'web'
          ? {}
          : { stratum: benchStratum(clock, work === 'dear' ? { dear: openDearProofs() } : {}) }),
      };
    });
    const [listener] = pool.mined.find(algorithm)?.listeners ?? [];
    if ((pool.http === undefined) !== (part === 'stratum') || (listener === undefined) !== (part === 'web'))
      throw new Error('the root opened too little');
    await pool.http?.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
    const http = pool.http === undefined ? 0 : (pool.http.server.address() as AddressInfo).port;
    return { http, stratum: listener?.port ?? 0 };
  },
} satisfies PoolVerbs);
