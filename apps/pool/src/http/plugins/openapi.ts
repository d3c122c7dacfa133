import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    logo: undefined,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
}
