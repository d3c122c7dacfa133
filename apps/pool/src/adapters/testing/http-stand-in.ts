import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers over HTTP on a free port of this machine. Closing it ends the connections of calls that were never answered, too. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** What a guard against robots answers in place of a page, with status 200. */
export function respondHtml(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html><body>Checking your browser</body></html>');
}
