import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * `pass` forwards; `refuse` cuts every connection, old and new; `swallow` keeps them open and lets nothing through; `hold-questions` lets
 * answers through and keeps what clients say until the mode changes.
 */
export type ProxyMode = 'pass' | 'refuse' | 'swallow' | 'hold-questions';

/** What happens to a COMMIT of PostgreSQL: it reaches the server and its answer is cut off, or it is cut off itself. */
export type CommitFault = 'lose-answer' | 'lose-commit';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy that goes wrong when it is told to. */
export class FaultProxy {
  /** COMMITs that went wrong so far. */
  commitsCut = 0;
  #mode: ProxyMode = 'pass';
  #commitFaults: CommitFault[] = [];
  readonly #pairs = new Set<Pair>();
  readonly #server: Server;
  readonly #target: { readonly host: string; readonly port: number };

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async start(target: { host: string; port: number }): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The same database, through this proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.host = `127.0.0.1:${this.port}`;
    return address.href;
  }

  setMode(mode: ProxyMode): void {
    this.#mode = mode;
    for (const { client, server } of this.#pairs) {
      if (mode === 'refuse') {
        client.destroy();
        server.destroy();
      } else if (mode === 'swallow') {
        client.pause();
        server.pause();
      } else if (mode === 'hold-questions') {
        client.pause();
        server.resume();
      } else {
        client.resume();
        server.resume();
      }
    }
  }

  /** The next COMMITs that come by meet these, one each. */
  breakCommits(...faults: CommitFault[]): void {
    this.#commitFaults.push(...faults);
  }

  async close(): Promise<void> {
    this.setMode('refuse');
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#mode === 'refuse') {
      client.destroy();
      return;
    }
    const pair = { client, server: createConnection(this.#target) };
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      pair.server.destroy();
    };
    let isAnswerLost = false;
    client.on('data', (data) => {
      const fault = data.includes('COMMIT\0') ? this.#commitFaults.shift() : undefined;
      if (fault !== undefined) this.commitsCut += 1;
      if (fault === 'lose-commit') return end();
      if (fault === 'lose-answer') isAnswerLost = true;
      pair.server.write(data);
    });
    pair.server.on('data', (data) => (isAnswerLost ? end() : client.write(data)));
    pair.server.on('error', end);
    client.on('close', end);
    pair.server.on('close', end);
    if (this.#mode === 'swallow' || this.#mode === 'hold-questions') client.pause();
    if (this.#mode === 'swallow') pair.server.pause();
  }
}
