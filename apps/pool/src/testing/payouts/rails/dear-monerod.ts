import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Said {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Stands before a monerod, and has it ask for more: nothing in the node's settings makes blocks dear. Everything else passes as it is, what a wallet
 * reads of blocks included.
 */
export class DearMonerod {
  /** What it asks for, as a multiple. */
  factor = 1;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param node the address of the node */
  static async start(node: string): Promise<DearMonerod> {
    const server = createServer();
    // As monerod: a wallet takes a connection that was closed meanwhile for a node that is down.
    server.keepAliveTimeout = 600_000;
    const dear = new DearMonerod(server);
    server.on('request', (asked, answer) => {
      read(asked)
        .then(async (body) => {
          const said = await forward(node, asked, body);
          return isPrice(asked, body) ? { ...said, body: dear.#raised(said.body) } : said;
        })
        .then(
          ({ status, body }) => answer.writeHead(status, { 'content-length': body.length }).end(body),
          // The node is down: so is this one.
          () => answer.destroy(),
        );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return dear;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #raised(body: Buffer): Buffer {
    const said = JSON.parse(body.toString()) as { result?: { fee?: number; fees?: readonly number[] } };
    const { result } = said;
    if (this.factor === 1 || result?.fee === undefined) return body;
    const raised = {
      ...result,
      fee: result.fee * this.factor,
      ...(result.fees && { fees: result.fees.map((fee) => fee * this.factor) }),
    };
    return Buffer.from(JSON.stringify({ ...said, result: raised }));
  }
}

function isPrice({ url }: IncomingMessage, body: Buffer): boolean {
  return url === '/json_rpc' && body.includes('"get_fee_estimate"');
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function forward(node: string, { url, method, headers }: IncomingMessage, body: Buffer): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _connection, ...others } = headers;
    const call = request(
      new URL(url ?? '/', node),
      { method, headers: { ...others, 'content-length': body.length }, agent: false },
      (answer) => {
        read(answer).then((said) => resolve({ status: answer.statusCode ?? 500, body: said }), reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
