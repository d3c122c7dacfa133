import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a call is counted as. `ready` is what is answered from ready bytes. */
export const callKinds = ['ready', 'api', 'post', 'page'] as const;
export type CallKind = (typeof callKinds)[number];

/** Called for each call that the router has answered. */
export type CallObserver = (kind: CallKind, status: number, ms: number) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** How many calls were answered from ready bytes, with a body and with 304; none of them reaches the router. */
    readonly answeredReady: () => { readonly whole: number; readonly known: number };
  }
}

/** Reports every call that the router answers: what it was, how it ended, and how long that took. */
export function observeCalls(app: FastifyInstance, observe: CallObserver): void {
  app.addHook('onResponse', (request, reply, done) => {
    observe(kindOf(request), reply.statusCode, reply.elapsedTime);
    done();
  });
}

function kindOf(request: FastifyRequest): CallKind {
  if (request.is404 || !request.url.startsWith('/api/')) return 'page';
  return request.method === 'GET' || request.method === 'HEAD' ? 'api' : 'post';
}
