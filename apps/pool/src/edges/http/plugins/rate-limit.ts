import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callCosts, type CallLimit, type CallVerdict } from '../call-limit.ts';
import { sendFailure } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call takes from its client address's budget; 1 unless said. */
    readonly cost?: number | ((request: FastifyRequest) => number);
    /** What a file of the site takes from its client address's allowance for files, in place of `cost`. */
    readonly fileCost?: number;
    /** The longest path, where `usualPathMax` is too short. */
    readonly pathMax?: number;
  }
}

/** Characters of a path, percent-encoded as it came. */
const usualPathMax = 256;
const queryMax = 8192;
/** An address of 256 characters, each of which may be percent-encoded. */
export const addressPathMax = 1024;

/**
 * Counts every request that Fastify sees, whatever answers it in the end: a call, a page, a file, or nothing. Then refuses what
 * is longer than anything that the site asks for.
 */
export function registerRateLimit(app: FastifyInstance, limit: CallLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    const { fileCost } = request.routeOptions.config;
    const isRefused =
      fileCost === undefined
        ? takeCall(limit, request, reply, costOf(request))
        : refuseIfOver(limit.takeFile(request.raw, fileCost), request, reply);
    if (isRefused) return reply;
    const [path, query] = splitUrl(request.url);
    if (path.length > pathMaxOf(request)) return sendFailure(reply, 414, 'The path is too long');
    if (query.length > queryMax) return sendFailure(reply, 414, 'The query is too long');
    return undefined;
  });
}

/** Counts a call. Answers it and says so where it is one too many. */
export function takeCall(
  limit: CallLimit,
  request: FastifyRequest,
  reply: FastifyReply,
  cost: number,
): boolean {
  return refuseIfOver(limit.take(request.raw, cost), request, reply);
}

function refuseIfOver(
  { isOver, retryAfterSeconds, headers }: CallVerdict,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at] ?? '', headers[at + 1]);
  if (!isOver) return false;
  void reply.header('retry-after', retryAfterSeconds);
  if (asksForHtml(request) && !request.url.startsWith('/api/')) sendPageLater(reply, retryAfterSeconds);
  else sendFailure(reply, 429, 'Too many requests, please slow down');
  return true;
}

/** Whether a browser asks for a page to show, and not for a file or the answer to a call. */
export function asksForHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** In place of a page: says why it is not there, and has the browser open it again as soon as it may. */
function sendPageLater(reply: FastifyReply, seconds: number): void {
  const again = seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
  void reply
    .code(429)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${seconds}"><title>Too many requests</title></head><body><h1>Too many requests</h1><p>More pages were opened from your network address within a minute than the pool serves. This page opens by itself ${again}. Your mining is not affected.</p></body></html>`,
    );
}

function costOf(request: FastifyRequest): number {
  // What no route knows is a page of the site, or costs no less to refuse.
  if (request.is404) return callCosts.page;
  const { cost = 1 } = request.routeOptions.config;
  return typeof cost === 'number' ? cost : cost(request);
}

function pathMaxOf(request: FastifyRequest): number {
  if (request.is404) return /^\/(?:address|coins)\//.test(request.url) ? addressPathMax : usualPathMax;
  return request.routeOptions.config.pathMax ?? usualPathMax;
}

function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
