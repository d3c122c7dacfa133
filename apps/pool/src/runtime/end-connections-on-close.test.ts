import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { endConnectionsOnClose } from './end-connections-on-close.ts';

describe('a listener that closes', () => {
  it('ends a connection that has said nothing, and lets an answer be given first', async () => {
    let answer: () => void = () => undefined;
    const app = fastify();
    endConnectionsOnClose(app);
    const asked = new Promise<void>((resolve) => {
      app.get('/', async () => {
        resolve();
        await new Promise<void>((go) => (answer = go));
        return 'well';
      });
    });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const silentEnded = once(silent, 'close');
    const response = new Promise<string>((resolve, reject) => {
      get(`http://127.0.0.1:${port}/`, (incoming) => {
        incoming.setEncoding('utf8').once('data', resolve);
      }).on('error', reject);
    });
    await asked;
    const closed = app.close();
    answer();
    expect(await response).toBe('well');
    await Promise.all([closed, silentEnded]);
  });
});
