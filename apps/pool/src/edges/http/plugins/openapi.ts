import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { apiPage, apiPageStyle, type ApiDocument } from '../api-page.ts';
import { callCosts } from '../call-limit.ts';
import { type Prebuilt, prebuild, prebuildText, sendPrebuilt } from '../prebuilt.ts';

const cacheControl = 'public, max-age=300';

/** OpenAPI 3.1 of the calls that exist, at `/api/docs` for people and `/api/docs/json` for programs. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Openlode',
        version,
        description:
          'The calls of a mining pool where a miner needs no account: a coin and a payout address are enough. Amounts are decimal text without an exponent.',
      },
      tags: [
        { name: 'pool', description: 'Coins, algorithms and totals' },
        { name: 'account', description: 'What belongs to one payout address' },
      ],
    },
  });
  // Every route is known by the first call, and none is added later.
  serveOnceBuilt(app, '/api/docs/json', () => prebuild(app.swagger(), cacheControl));
  serveOnceBuilt(app, '/api/docs', () =>
    prebuildText(apiPage(app.swagger() as ApiDocument), 'text/html; charset=utf-8', cacheControl),
  );
  serveOnceBuilt(app, '/api/docs/style.css', () =>
    prebuildText(apiPageStyle, 'text/css; charset=utf-8', cacheControl),
  );
}

function serveOnceBuilt(app: FastifyInstance, url: string, build: () => Prebuilt): void {
  let built: Prebuilt | undefined;
  app.get(url, { config: { cost: callCosts.document }, schema: { hide: true } }, (request, reply) => {
    built ??= build();
    return sendPrebuilt(request, reply, built);
  });
}
