import { createServer, type Server, type Socket } from 'node:net';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A pool that answers by a script, on a port of the loopback address. */
export class ScriptedPool {
  readonly port: number;
  readonly asked: Asked[] = [];
  readonly sockets = new Set<Socket>();
  connections = 0;
  /** For scripts that ask it. */
  refuses = false;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** `script`: whole lines, without line feeds, that are sent for a question. */
  static start(
    port: number,
    script: (asked: Asked, socket: Socket) => readonly string[] = usual,
  ): Promise<ScriptedPool> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      const pool = new ScriptedPool(server, port);
      server.on('connection', (socket) => {
        pool.connections += 1;
        pool.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => pool.sockets.delete(socket));
        let rest = '';
        socket.setEncoding('utf8');
        socket.on('data', (text: string) => {
          const parts = (rest + text).split('\n');
          rest = parts.pop() ?? '';
          for (const part of parts) {
            const asked = JSON.parse(part) as Asked;
            pool.asked.push(asked);
            for (const line of script(asked, socket)) socket.write(`${line}\n`);
          }
        });
      });
      server.once('error', reject);
      server.listen({ port, host: '127.0.0.1' }, () => resolve(pool));
    });
  }

  /** To all who are connected. */
  say(...lines: readonly string[]): void {
    for (const socket of this.sockets) socket.write(lines.map((line) => `${line}\n`).join(''));
  }

  count(method: string): number {
    return this.asked.filter((each) => each.method === method).length;
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** Lets everyone in, and gives one job with the login. */
export function usual({ id, method }: Asked): readonly string[] {
  const yes = JSON.stringify({ id, result: true, error: null });
  if (method === 'mining.subscribe')
    return [JSON.stringify({ id, result: [[], '08000001', 4], error: null })];
  if (method === 'mining.authorize') return [yes, jobLine('1')];
  // To a share it says nothing.
  return method === 'mining.submit' ? [] : [yes];
}

/** A job whose coinbase begins with the bytes of its name. */
export function jobLine(id: string, clean = true): string {
  const coinbase = Buffer.from(id).toString('hex');
  const params = [id, '0'.repeat(64), coinbase, 'ff', [], '20000000', '1d00ffff', '6b001e44', clean];
  return JSON.stringify({ id: null, method: 'mining.notify', params });
}
