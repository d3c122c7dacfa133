import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { callSource } from './call-source.ts';
import type { CallLimit } from './plugins/rate-limit.ts';
import { isKnown, type Prebuilt, type Representation, representationFor } from './prebuilt.ts';

/**
 * The few answers that every page asks for, from ready bytes, before any router or hook runs. Whatever is not plainly one of
 * them (another method, another query, over the limit, not ready yet) is left to the server behind it, which answers the same.
 */
export interface FastPath {
  serve(url: string, ready: () => Prebuilt | undefined): void;
  /** Nothing is answered before it is known which headers every answer carries. */
  open(commonHeaders: readonly string[]): void;
  /** Answers and says so, or leaves the request untouched. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

interface Caller {
  readonly source: string;
  readonly isExempt: boolean;
}

export function createFastPath(limit: CallLimit): FastPath {
  const answers = new Map<string, () => Prebuilt | undefined>();
  const callers = new WeakMap<Socket, Caller>();
  const wholeHeaders = new WeakMap<Representation, readonly string[]>();
  const limitText = limit.perMinute.toString();
  let common: readonly string[] | undefined;

  const callerOf = (request: IncomingMessage): Caller => {
    // Through one connection of a proxy come many callers.
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    let caller = isForwarded ? undefined : callers.get(request.socket);
    if (caller === undefined) {
      const address = limit.addressOf(request);
      caller = { source: callSource(address), isExempt: limit.isExempt(address) };
      if (!isForwarded) callers.set(request.socket, caller);
    }
    return caller;
  };

  /** Counts the call; undefined where it is one too many. */
  const limitsOf = (request: IncomingMessage): readonly string[] | undefined => {
    const caller = callerOf(request);
    if (caller.isExempt) return [];
    const { current, leftMs } = limit.counts.add(caller.source);
    if (current > limit.perMinute) return undefined;
    const left = (limit.perMinute - current).toString();
    const seconds = Math.ceil(leftMs / 1000).toString();
    return ['x-ratelimit-limit', limitText, 'x-ratelimit-remaining', left, 'x-ratelimit-reset', seconds];
  };

  const headersOf = (representation: Representation, all: readonly string[]): readonly string[] => {
    let headers = wholeHeaders.get(representation);
    if (headers === undefined) {
      headers = [...all, ...representation.headers];
      wholeHeaders.set(representation, headers);
    }
    return headers;
  };

  return {
    serve: (url, ready) => {
      answers.set(url, ready);
    },
    open: (headers) => {
      common = headers;
    },
    handle: (request, response) => {
      if (common === undefined || request.method !== 'GET') return false;
      const prebuilt = answers.get(request.url ?? '')?.();
      if (prebuilt === undefined) return false;
      const limits = limitsOf(request);
      if (limits === undefined) return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const representation = representationFor(prebuilt, acceptEncoding);
      const { body, etag } = representation;
      if (isKnown(etag, ifNoneMatch)) {
        const known = ['etag', etag, 'cache-control', prebuilt.cacheControl, 'vary', 'accept-encoding'];
        response.writeHead(304, [...common, ...limits, ...known]).end();
      } else response.writeHead(200, headersOf(representation, common).concat(limits)).end(body);
      return true;
    },
  };
}
