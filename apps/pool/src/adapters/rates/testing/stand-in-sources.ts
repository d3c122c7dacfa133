import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a stand-in answers in place of what it should. */
export type SourceFault = 'limited' | 'half-body' | 'html' | 'silent' | 'reset' | 'too-long' | 'error-500';

export interface StandInSource {
  readonly url: string;
  /** What it answers by the beginning of the path; anything else is not found. */
  readonly answers: Map<string, unknown>;
  /** What it does to every call until it is cleared. */
  fault: SourceFault | undefined;
  readonly asked: { readonly path: string; readonly key: string | undefined }[];
  close(): Promise<void>;
}

/**
 * Stands in for a source of rates on this machine: it answers what it is given over HTTP, or not. It is no source; what real ones answer is
 * known from their documentation only.
 */
export async function standInSource(keyHeader = 'x-key'): Promise<StandInSource> {
  const answers = new Map<string, unknown>();
  const asked: { path: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, key: request.headersDistinct[keyHeader]?.[0] });
    const found = [...answers].find(([start]) => path.startsWith(start));
    if (source.fault !== undefined) misbehave(source.fault, request, response);
    else if (found === undefined) respond(response, 404, { error: 'id not found' });
    else respond(response, 200, found[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const source: StandInSource = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    fault: undefined,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return source;
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function misbehave(fault: SourceFault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'limited':
      response.writeHead(429, { 'retry-after': '120' });
      response.end('too many requests');
      return;
    case 'half-body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('[{"id":"btc-bitcoin",');
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>Checking your browser</body></html>');
      return;
    case 'silent':
      return;
    case 'reset':
      request.socket.destroy();
      return;
    case 'too-long':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`["${'x'.repeat(5000)}"]`);
      return;
    case 'error-500':
      respond(response, 500, { error: 'internal' });
  }
}
