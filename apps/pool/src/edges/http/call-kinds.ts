import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a call is counted as. `ready` is what is answered from ready bytes. */
export const callKinds = ['ready', 'api', 'post', 'page'] as const;
export type CallKind = (typeof callKinds)[number];

/** Hears of each call that the router has answered. */
export type HearCall = (kind: CallKind, status: number, ms: number) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** How many calls were answered from ready bytes, with a body and with 304; the router hears of none of them. */
    readonly answeredReady: () => { readonly whole: number; readonly known: number };
  }
}

/** Tells of every call that the router answers, what it was, how it ended, and how long that took. */
export function hearCalls(app: FastifyInstance, hear: HearCall): void {
  app.addHook('onResponse', (request, reply, done) => {
    hear(kindOf(request), reply.statusCode, reply.elapsedTime);
    done();
  });
}

function kindOf(request: FastifyRequest): CallKind {
  if (request.is404 || !request.url.startsWith('/api/')) return 'page';
  return request.method === 'GET' || request.method === 'HEAD' ? 'api' : 'post';
}
