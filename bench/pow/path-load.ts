import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { PathAlgorithm } from './verbs.ts';

interface Line {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly string[];
  readonly result?: unknown;
  readonly error?: unknown;
}

/** How a dialect logs in, and what its shares have beside user and job. */
const spoken: Readonly<
  Record<
    PathAlgorithm,
    {
      readonly login: (user: string) => readonly (readonly [method: string, params: readonly unknown[]])[];
      readonly share: (
        nonce: string,
        session: { readonly job: string; readonly digits: string },
      ) => readonly string[];
    }
  >
> = {
  nexapow: {
    login: (user) => [
      ['mining.subscribe', ['load/1.0']],
      ['mining.authorize', [user, 'x']],
    ],
    share: (nonce, { digits }) => [digits, '', nonce],
  },
  octopus: {
    login: (user) => [['mining.subscribe', [user, 'x']]],
    share: (nonce, { job }) => [`0x${nonce}`, job],
  },
};

/** A miner without a search: on a port where every hash is a share, counting nonces up makes valid ones. */
class PathConnection {
  readonly #socket: Socket;
  readonly #algorithm: PathAlgorithm;
  readonly #user: string;
  #job = '';
  #digits = '';
  #nonce = 0;
  /** With the error of a share that was refused. */
  onAnswer: (refusal: unknown) => void = () => undefined;

  private constructor(socket: Socket, algorithm: PathAlgorithm, user: string) {
    this.#socket = socket;
    this.#algorithm = algorithm;
    this.#user = user;
  }

  static async open(port: number, algorithm: PathAlgorithm, index: number): Promise<PathConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const user = `ETH:0x${(index + 1).toString(16).padStart(40, '0')}.rig${index}`;
    const connection = new PathConnection(socket, algorithm, user);
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: socket }).on('line', (line) => {
        if (connection.#hear(JSON.parse(line) as Line)) resolve();
      });
    });
    const login = spoken[algorithm].login(user);
    for (const [id, [method, params]] of login.entries())
      socket.write(`${JSON.stringify({ id: id + 1, method, params })}\n`);
    await ready;
    return connection;
  }

  submit(): void {
    this.#nonce += 1;
    const nonce = this.#nonce.toString(16).padStart(16, '0');
    const share = spoken[this.#algorithm].share(nonce, { job: this.#job, digits: this.#digits });
    const params = [this.#user, this.#job, ...share];
    this.#socket.write(`${JSON.stringify({ id: 4, method: 'mining.submit', params })}\n`);
  }

  end(): void {
    this.#socket.destroy();
  }

  /** Whether it is the first job. */
  #hear({ id, method, params = [], result, error }: Line): boolean {
    if (id === 4) this.onAnswer(result === true || Array.isArray(result) ? undefined : error);
    else if (id === 1 && Array.isArray(result)) this.#digits = String(result[1]);
    if (method !== 'mining.notify') return false;
    this.#job = params[0] ?? '';
    return true;
  }
}

/** Connections that send a share as soon as the one before is answered. */
export class PathLoad {
  readonly #connections: readonly PathConnection[];

  private constructor(connections: readonly PathConnection[]) {
    this.#connections = connections;
  }

  static async open(port: number, algorithm: PathAlgorithm, count: number): Promise<PathLoad> {
    const opened = Array.from({ length: count }, (_, index) => PathConnection.open(port, algorithm, index));
    return new PathLoad(await Promise.all(opened));
  }

  /** Throws where a share is refused. */
  rush(shares: number): Promise<void> {
    let [sent, answered] = [0, 0];
    return new Promise((resolve, reject) => {
      for (const connection of this.#connections) {
        connection.onAnswer = (refusal) => {
          if (refusal !== undefined) reject(new Error(`a share was refused: ${JSON.stringify(refusal)}`));
          answered += 1;
          if (answered === shares) resolve();
          else if (sent < shares) submit(connection);
        };
      }
      const submit = (connection: PathConnection): void => {
        sent += 1;
        connection.submit();
      };
      for (const connection of this.#connections) if (sent < shares) submit(connection);
    });
  }

  end(): void {
    for (const connection of this.#connections) connection.end();
  }
}
