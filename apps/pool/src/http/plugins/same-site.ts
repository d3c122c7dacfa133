import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/**
 * Refuses what another site's page makes a visitor's browser send. A browser always says one of the two headers with a request that
 * changes something; a program says neither, and has nothing of the visitor's.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite();
  const { origin, host } = request.headers;
  if (origin !== undefined && hostOf(origin) !== host) throw crossSite();
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/json *(;|$)/i.test(type))
    throw new Refusal(415, 'Send application/json, or no body');
}

function crossSite(): Refusal {
  return new Refusal(403, 'Owner actions are only taken from the pool’s own site');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
