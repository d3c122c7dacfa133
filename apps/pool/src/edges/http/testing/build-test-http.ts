import type { FastifyInstance } from 'fastify';
import type { Deployment } from '../../present/deployment.ts';
import { noPorts } from '../../present/present-ports.ts';
import { sampleYields } from '../../../sandbox/rates/sample-yields.ts';
import { paysInCatalogue } from '../../../sandbox/rail/sandbox-rail.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { buildHttp, type HttpOptions } from '../build-http.ts';

export const testDeployment: Deployment = {
  version: '9.9.9',
  sandbox: true,
  host: 'pool.example',
  apiBase: '/api',
  operator: { name: 'The suite', contact: null, links: [], app: null },
  regions: [],
  servers: new Map([['sha256', { work: 'verified', ports: { ...noPorts, defaultPort: 3433 } }]]),
  certificate: () => ({
    cert: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
    fingerprint: 'ab'.repeat(32),
    distrust: 'self-signed',
  }),
};

/** The real server, without a port. */
export function buildTestHttp(
  ctx: ServiceContext,
  overrides: Partial<HttpOptions> = {},
): Promise<FastifyInstance> {
  return buildHttp({
    ctx,
    rail: { pays: paysInCatalogue },
    yields: sampleYields,
    news: { items: () => [] },
    support: { categories: () => [], find: () => undefined, search: async () => [] },
    releases: { items: () => [] },
    deployment: testDeployment,
    site: undefined,
    limitExempt: ['127.0.0.1'],
    log: undefined,
    ...overrides,
  });
}
