import type { FastifyPluginCallback } from 'fastify';
import { sendFailure } from '../plugins/errors.ts';
import { addressList } from '../plugins/address-list.ts';

const loopback = addressList(['127.0.0.0/8', '::1']);

/** Prometheus text, for programs on this machine only: the figures say more than a stranger should know. */
export const metricsRoutes: FastifyPluginCallback<{ text: () => Promise<string> }> = (
  app,
  { text },
  done,
) => {
  app.get('/metrics', { config: { rateLimit: false }, schema: { hide: true } }, async (request, reply) => {
    if (!loopback(request.socket.remoteAddress ?? ''))
      return sendFailure(reply, 404, 'There is nothing here');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text());
  });
  done();
};
