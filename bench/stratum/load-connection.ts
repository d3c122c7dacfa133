import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

const ACCEPTED = '"result":true';

/** What one connection of the load reports, share by share. */
export interface ShareObserver {
  onAccepted(latencyMs: number, connection: LoadConnection): void;
  onRefused(line: string, connection: LoadConnection): void;
  onJob?(): void;
}

/** A miner without a search: on a port where every hash is a share, counting nonces up makes valid ones. */
export class LoadConnection {
  readonly #socket: Socket;
  readonly #sentAt: number[] = [];
  #head = '';
  #tail = '';
  #nonce = 0;
  #rest = '';
  observer: ShareObserver | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(port: number, index: number, localAddress?: string): Promise<LoadConnection> {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...from });
    await once(socket, 'connect');
    socket.setEncoding('latin1');
    const connection = new LoadConnection(socket);
    const miner = (index + 1).toString(16).padStart(40, '0');
    await connection.#login(`ETH:0x${miner}.rig${index}`);
    return connection;
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Sends `count` shares in one write. */
  submit(count: number): void {
    const now = performance.now();
    let lines = '';
    for (let sent = 0; sent < count; sent += 1) {
      this.#nonce += 1;
      lines += `${this.#head}${this.#nonce.toString(16).padStart(8, '0')}${this.#tail}`;
      this.#sentAt.push(now);
    }
    this.#socket.write(lines, 'latin1');
  }

  async #login(user: string): Promise<void> {
    const [job, time] = await new Promise<[string, string]>((resolve, reject) => {
      let text = '';
      const look = (chunk: string): void => {
        text += chunk;
        const line = /^.*"method":"mining\.notify".*$/m.exec(text)?.[0];
        if (line === undefined || !text.endsWith('\n')) return;
        this.#socket.off('data', look);
        const { params } = JSON.parse(line) as { params: string[] };
        resolve([params[0] ?? '', params[7] ?? '']);
      };
      this.#socket.on('data', look);
      this.#socket.once('close', () => reject(new Error(`the server hung up: ${text}`)));
      this.#socket.write(
        `{"id":1,"method":"mining.subscribe","params":["load/1.0"]}\n{"id":2,"method":"mining.authorize","params":["${user}","x"]}\n`,
      );
    });
    this.#head = `{"id":4,"method":"mining.submit","params":["${user}","${job}","00000000","${time}","`;
    this.#tail = '"]}\n';
    this.#socket.on('data', (chunk: string) => this.#hear(chunk));
    this.#socket.on('error', () => undefined);
  }

  #hear(chunk: string): void {
    const text = this.#rest + chunk;
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      const line = text.slice(from, to);
      from = to + 1;
      // What the server says unasked answers no share.
      if (!line.startsWith('{"id":4,')) {
        if (line.includes('"mining.notify"')) this.observer?.onJob?.();
        continue;
      }
      const latencyMs = performance.now() - (this.#sentAt.shift() ?? 0);
      if (line.includes(ACCEPTED)) this.observer?.onAccepted(latencyMs, this);
      else this.observer?.onRefused(line, this);
    }
    this.#rest = text.slice(from);
  }
}
