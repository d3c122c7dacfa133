import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProcessLog } from '../../apps/pool/src/process-log.ts';
import { openWorld } from '../../apps/pool/src/app/choose-world.ts';
import type { ClosingOrder } from '../../apps/pool/src/app/closing-order.ts';
import type { HttpParts } from '../../apps/pool/src/app/open-http.ts';
import type { SharedParts } from '../../apps/pool/src/app/shared-parts.ts';
import { readConfig } from '../../apps/pool/src/config.ts';
import { noProofs } from '../../apps/pool/src/runtime/proof-of-work/open-proofs.ts';
import { payoutParts } from '../../apps/pool/src/app/open-payouts.ts';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import type { Deployment } from '../../apps/pool/src/edges/present/deployment.ts';

const deployment: Deployment = {
  version: '0.0.0',
  sandbox: true,
  testNetwork: false,
  host: 'localhost',
  apiBase: '/api',
  operator: { name: 'The bench', contact: null, links: [], app: null },
  regions: [],
  paysHere: () => true,
  servers: new Map(),
  certificate: () => ({ cert: '', fingerprint: '00'.repeat(32), distrust: 'self-signed' }),
};

/** What every edge is built on, on a database that is there: the world of an empty sandbox, in a directory of its own. */
export async function benchParts(
  order: ClosingOrder,
  { db, secret = randomBytes(32) }: { readonly db: Database; readonly secret?: Uint8Array },
): Promise<SharedParts> {
  const clock = { now: () => Date.now() };
  const random = { uuid: randomUUID, bytes: randomBytes };
  const directory = mkdtempSync(join(tmpdir(), 'openlode-bench-world-'));
  const config = readConfig({ OPENLODE_SEED: 'none', OPENLODE_DATA: directory }, directory);
  const { world } = await openWorld(config, {
    clock,
    random,
    received: async () => new Map(),
    ...payoutParts({ db, clock }, secret),
    proofs: noProofs,
    order,
    reports: {
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
      onPublisher: () => undefined,
      onProofs: () => undefined,
      onRates: () => undefined,
      onRateBacking: () => undefined,
    },
  });
  return {
    log: openProcessLog('warn', process.stderr),
    foundation: { db, clock, random, rates: world.rates, secret },
    world,
    deployment,
  };
}

/** The calls of a site without content. */
export const benchHttp: HttpParts = {
  news: { items: () => [] },
  support: { categories: () => [], find: () => undefined, search: async () => [] },
  releases: { items: () => [] },
  site: undefined,
  limitExempt: [],
  log: undefined,
};
