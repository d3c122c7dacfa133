import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestNode } from './test-network.ts';

/** A call as a pool makes it. */
export interface ProxiedCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcProxyOptions {
  readonly node: Pick<TestNode, 'url'>;
  /** Awaited before a call is passed on; left out where none is held up. */
  readonly before?: (call: ProxiedCall) => Promise<void> | void;
  /** What is answered in place of the node's result, which it is given; undefined where that is passed on. */
  readonly lie?: (call: ProxiedCall, result: unknown) => unknown;
}

/** Stands between a pool and one of its nodes, and holds calls up or answers them with something else. */
export class RpcProxy {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(options: RpcProxyOptions): Promise<RpcProxy> {
    const server = createServer((asked, answer) => {
      const pieces: Buffer[] = [];
      asked.on('data', (piece: Buffer) => pieces.push(piece));
      asked.on('end', () => {
        pass(options, Buffer.concat(pieces), asked.headers.authorization).then(
          ({ status, body }) => answer.writeHead(status, { 'content-type': 'application/json' }).end(body),
          // The node is down: so is this one.
          () => answer.destroy(),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RpcProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function pass(
  { node, before, lie }: RpcProxyOptions,
  body: Buffer,
  authorization: string | undefined,
): Promise<{ readonly status: number; readonly body: string }> {
  const { id, ...call } = JSON.parse(body.toString()) as ProxiedCall & { readonly id: unknown };
  await before?.(call);
  const said = await forward(new URL(node.url), body, authorization);
  // Without a login there is nothing to lie about.
  if (said.status === 401) return said;
  const result = lie?.(call, resultOf(said.body));
  return result === undefined ? said : { status: 200, body: JSON.stringify({ id, result, error: null }) };
}

/** Undefined for an answer that is no JSON, which is passed on as it is unless something else is to be said. */
function resultOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly result?: unknown }).result;
  } catch {
    return undefined;
  }
}

function forward(
  url: URL,
  body: Buffer,
  authorization: string | undefined,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    };
    const call = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(pieces).toString() }),
      );
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
