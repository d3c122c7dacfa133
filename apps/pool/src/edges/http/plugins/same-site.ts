import { loggedOfVisitors } from '@openlode/catalogue/logged';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { ForeignReason, OwnSite } from '../own-site.ts';
import { Refusal } from './errors.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const warnEveryMs = loggedOfVisitors['foreign-host'].everySeconds * 1000;

export const foreignText: Readonly<Record<ForeignReason, string>> = {
  'foreign-host':
    'This pool is not known under that name. Open it under its own address, or ask the operator to set OPENLODE_PUBLIC_URL.',
  'foreign-origin': 'Changes are only taken from the pool’s own site',
};

/** Refuses every request that changes something and that a foreign page made a visitor's browser send. */
export function registerSameSite(app: FastifyInstance, site: OwnSite): void {
  const warn = warnOfForeignHost(app.log);
  app.addHook('onRequest', async (request) => {
    if (safe.has(request.method)) return;
    const reason = site.foreign(request.raw);
    if (reason === 'foreign-host') warn(request.headers.host);
    if (reason !== undefined) throw new Refusal(403, foreignText[reason]);
  });
}

/** What an owner sends is JSON, or has no body: a form of another site could send neither unasked. */
export function refuseForms(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/json *(;|$)/i.test(type))
    throw new Refusal(415, 'Send application/json, or no body');
}

/** An operator who forgot a setting finds it in the log; an attacker cannot fill the log. */
export function warnOfForeignHost(log: FastifyBaseLogger): (host: string | undefined) => void {
  let next = Number.NEGATIVE_INFINITY;
  let since = 0;
  return (host) => {
    since += 1;
    const now = performance.now();
    if (now < next) return;
    log.warn(
      { host: (host ?? '').slice(0, 255).replaceAll(/[^\w.:[\]-]/g, '?'), refused: since },
      loggedOfVisitors['foreign-host'].line,
    );
    next = now + warnEveryMs;
    since = 0;
  };
}
