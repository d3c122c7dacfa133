// The pool's own HTTP server with its headers and limits, on a database that is filled already.
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { openPool, type Pool } from '../../apps/pool/src/app.ts';
import { siteOf } from '../../apps/pool/src/app/open-site.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { benchHttp, benchParts } from '../support/bench-parts.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { postgresCpuMicros, processCpuMicros } from '../support/cpu.ts';
import type { PageServerVerbs } from './verbs.ts';

let pool: Pool | undefined;

const admitAll = () => ({ kind: 'admitted', clientAddress: 'bench', isExempt: true }) as const;

answerQuestions({
  start: async ({ databaseUrl, secret, withSite = false }) => {
    if (databaseUrl === undefined) throw new Error('this benchmark needs PostgreSQL');
    const db = openPostgres(databaseUrl);
    pool = await openPool(console, async (order) => {
      const shared = await benchParts(order, {
        db,
        ...(secret === undefined ? {} : { secret: Buffer.from(secret) }),
      });
      return {
        ...shared,
        ...(withSite ? { live: { judge: admitAll } } : {}),
        http: {
          ...benchHttp,
          site: withSite ? siteOf(resolve('apps/web/dist'), shared.deployment) : undefined,
          // Every call is counted as it always is; only no call is refused.
          callsPerMinute: 1_000_000_000,
          connections: { perClientMax: 100_000 },
        },
      };
    });
    const app = pool.http;
    if (app === undefined) throw new Error('the root opened no http');
    await app.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
    return { port: (app.server.address() as AddressInfo).port };
  },
  publish: (events) => pool?.ctx.publisher.publish(events),
  cpu: () => ({ server: processCpuMicros(), database: postgresCpuMicros() }),
} satisfies PageServerVerbs);
