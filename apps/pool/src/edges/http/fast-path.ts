import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLimit } from './call-limit.ts';
import { isKnown, type Prebuilt, type Representation, representationFor } from './prebuilt.ts';

/**
 * The few answers that every page asks for, from ready bytes, before any router or hook runs. Whatever is not plainly one of
 * them (another method, another query, over the limit, not ready yet) is left to the server behind it, which answers the same.
 */
export interface FastPath {
  serve(url: string, ready: () => Prebuilt | undefined): void;
  /** Nothing is answered before it is known which headers every answer carries. */
  open(commonHeaders: readonly string[]): void;
  /** How many it has answered since the start: with a body, and with 304. */
  readonly answered: { whole: number; known: number };
  /** Answers and says so, or leaves the request untouched. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

export function createFastPath(limit: CallLimit): FastPath {
  const answers = new Map<string, () => Prebuilt | undefined>();
  const wholeHeaders = new WeakMap<Representation, readonly string[]>();
  let common: readonly string[] | undefined;
  const answered = { whole: 0, known: 0 };

  const headersOf = (representation: Representation, all: readonly string[]): readonly string[] => {
    let headers = wholeHeaders.get(representation);
    if (headers === undefined) {
      headers = [...all, ...representation.headers];
      wholeHeaders.set(representation, headers);
    }
    return headers;
  };

  return {
    answered,
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
      const { isOver, headers: limits } = limit.take(request);
      if (isOver) return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const representation = representationFor(prebuilt, acceptEncoding);
      const { body, etag } = representation;
      if (isKnown(etag, ifNoneMatch)) {
        answered.known += 1;
        const known = ['etag', etag, 'cache-control', prebuilt.cacheControl, 'vary', 'accept-encoding'];
        response.writeHead(304, [...common, ...limits, ...known]).end();
      } else {
        answered.whole += 1;
        response.writeHead(200, headersOf(representation, common).concat(limits)).end(body);
      }
      return true;
    },
  };
}
