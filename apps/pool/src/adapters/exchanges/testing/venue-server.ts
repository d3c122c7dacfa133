import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondJson, serveHttp } from '../../testing/http-stand-in.ts';
import { VenueRefusal } from './stand-in-venue.ts';

/** How an answer is lost. */
export type Loss = 'timeout' | 'reset' | 'http-502' | 'http-429' | 'half-body';
export const losses: readonly Loss[] = ['timeout', 'reset', 'http-502', 'http-429', 'half-body'];

/** What happens to a request that moves money: whether the venue takes it, now or only later, and how its answer is lost. */
export interface VenueFault {
  readonly taken: 'now' | 'later' | 'never';
  readonly loss: Loss;
}

export interface VenueCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface VenueAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** How a venue is spoken to: reads what was asked, does it, and answers; refusals are thrown. */
export interface VenueFace {
  /** Whether a call moves money: only those have faults of `faultOf`. */
  movesMoney(call: VenueCall): boolean;
  answer(call: VenueCall): VenueAnswer;
  refuse(refusal: VenueRefusal): VenueAnswer;
}

export interface VenueServer {
  readonly url: string;
  /** Decides what happens to each call that moves money; undefined for nothing. */
  faultOf: (call: VenueCall) => VenueFault | undefined;
  /** Takes what was to be taken later. */
  takeLate(): void;
  readonly calls: VenueCall[];
  close(): Promise<void>;
}

/** Serves a face over HTTP on this machine, with lost answers. It is a stand-in: no venue was asked how it behaves. */
export async function serveVenue(face: VenueFace): Promise<VenueServer> {
  const late: (() => void)[] = [];
  const calls: VenueCall[] = [];
  const answerTo = (call: VenueCall): VenueAnswer => {
    try {
      return face.answer(call);
    } catch (error) {
      if (error instanceof VenueRefusal) return face.refuse(error);
      // A mistake of the stand-in: the suite sees it in what the adapter says.
      return { status: 500, body: { label: 'STAND_IN', message: (error as Error).message } };
    }
  };
  const server = await serveHttp((request, response) => {
    readCall(request)
      .then((call) => {
        calls.push(call);
        const fault = face.movesMoney(call) ? venue.faultOf(call) : undefined;
        if (fault === undefined) return respond(response, answerTo(call));
        if (fault.taken === 'now') answerTo(call);
        if (fault.taken === 'later') late.push(() => answerTo(call));
        return lose(fault.loss, request, response);
      })
      // A client that gives its call up takes the rest of it along.
      .catch(() => response.destroy());
  });
  const venue: VenueServer = {
    ...server,
    faultOf: () => undefined,
    takeLate: () => {
      for (const take of late.splice(0)) take();
    },
    calls,
  };
  return venue;
}

async function readCall(request: IncomingMessage): Promise<VenueCall> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://venue');
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(parts).toString('utf8'),
  };
}

function respond(response: ServerResponse, { status, body }: VenueAnswer): void {
  respondJson(response, status, body);
}

function lose(loss: Loss, request: IncomingMessage, response: ServerResponse): void {
  switch (loss) {
    case 'timeout':
      return;
    case 'reset':
      request.socket.destroy();
      return;
    case 'http-502':
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>bad gateway</html>');
      return;
    case 'http-429':
      respond(response, { status: 429, body: { label: 'TOO_MANY_REQUESTS', message: 'slow down' } });
      return;
    case 'half-body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":');
  }
}
