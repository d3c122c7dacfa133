import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { StandInAuxNode } from './aux-node.ts';

const login = 'stand-in:secret';

/** A stand-in for a node, on a port of its own, which a pool asks over HTTP as it asks a real one. */
export class ServedAuxNode {
  readonly name: string;
  readonly url: string;
  readonly loginFile: string;
  readonly #node: StandInAuxNode;
  readonly #port: number;
  #server: Server | undefined;

  /** @param folder for its login file */
  constructor(name: string, node: StandInAuxNode, { folder, port }: { folder: string; port: number }) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.loginFile = join(folder, `${port}.login`);
    this.#node = node;
    this.#port = port;
  }

  async start(): Promise<void> {
    await writeFile(this.loginFile, login, { mode: 0o600 });
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
  }

  /** Hangs up on everyone, and is not there any more. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`) {
      response.writeHead(401).end();
      return;
    }
    const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown[] };
    const outcome = await this.#node.call(method, params);
    const answer =
      outcome.kind === 'result'
        ? { result: outcome.value, error: null, id }
        : { result: null, error: { code: 'code' in outcome ? outcome.code : -1, message: outcome.why }, id };
    response.writeHead(outcome.kind === 'result' ? 200 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }
}
