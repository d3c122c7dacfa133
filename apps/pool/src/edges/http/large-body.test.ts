import { request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerErrors } from './plugins/errors.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = fastify({ bodyLimit: 1024 });
  registerErrors(app);
  app.post('/', async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as { port: number });
});
afterAll(() => app.close());

async function post(bytes: number, headers: OutgoingHttpHeaders): Promise<[number | undefined, string]> {
  const call = request({ port, host: '127.0.0.1', method: 'POST', headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end(Buffer.alloc(bytes, 0x20));
  const [response] = await answered;
  return [response.statusCode, await text(response)];
}

it.each<Record<string, string>>([
  { 'content-length': String(20 * 2 ** 20) },
  { 'transfer-encoding': 'chunked' },
])('a body that is far too large is answered in words that the client can read (%o)', async (length) => {
  const [status, body] = await post(20 * 2 ** 20, { 'content-type': 'application/json', ...length });
  expect(status).toBe(413);
  expect(JSON.parse(body)).toEqual({
    success: false,
    msg: 'The body is too large',
    message: 'The body is too large',
  });
});

it('a body without end is cut off', async () => {
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  call.on('response', (response: IncomingMessage) => response.resume());
  const chunk = Buffer.alloc(2 ** 20, 0x20);
  const send = (): void => {
    if (!call.destroyed) call.write(chunk, send);
  };
  send();
  const [error] = (await once(call, 'error')) as [NodeJS.ErrnoException];
  expect(['ECONNRESET', 'EPIPE']).toContain(error.code);
});
