import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const graceMs = 3000;

/**
 * Ends a listener's connections when it closes: at once where no request is being answered, else after three seconds. A connection that
 * has sent nothing, not even its TLS handshake, would hold the close for up to two minutes otherwise. To be called before it listens.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let answering = 0;
  let isClosing = false;
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onRequest', async (_request, reply) => {
    answering += 1;
    // Also where the connection breaks before the answer.
    reply.raw.once('close', () => {
      answering -= 1;
      if (isClosing && answering === 0) endAll();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (answering === 0) endAll();
    else setTimeout(endAll, graceMs).unref();
  });
}
