import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

const answerMs = 10_000;
const restMs = 200;

/** Who reads pages without a break, and one who keeps a page of a miner open, through the proxy in front of a pool. */
export class ChaosReaders {
  readonly #port: number;
  readonly #watcher: Socket;
  readonly #readings: readonly Promise<void>[];
  /** When each page was whole last, ms since 1970. */
  readonly #readAt = new Map<string, number>();
  #pageGapMs = 0;
  #heardAt = Date.now();
  #liveGapMs = 0;
  #isOver = false;
  /** Answers that were neither whole nor an error of the connection, by status. */
  readonly #answers = new Map<string, number>();

  private constructor(port: number, uuid: string, paths: readonly string[]) {
    this.#port = port;
    this.#watcher = io(`https://127.0.0.1:${port}`, {
      transports: ['websocket'],
      rejectUnauthorized: false,
      reconnectionDelayMax: 2000,
      extraHeaders: { host: 'pool.example' },
    });
    this.#watcher.on('connect', () => this.#watcher.emit('join_account', uuid));
    // Said within a second or two of a share of the miner, whichever process has recorded it.
    this.#watcher.on('summary', () => this.#hear());
    this.#readings = paths.map((path) => this.#read(path));
  }

  /** @param uuid the miner whose page is open @param paths what is read */
  static start(options: {
    readonly port: number;
    readonly uuid: string;
    readonly paths: readonly string[];
  }): ChaosReaders {
    return new ChaosReaders(options.port, options.uuid, options.paths);
  }

  /** Begins to measure again. */
  begin(): void {
    this.#endGaps();
    this.#pageGapMs = 0;
    this.#liveGapMs = 0;
    this.#answers.clear();
  }

  /** The longest times since `begin` in which one page was not whole, and in which nothing was heard. */
  get gaps(): { readonly pageMs: number; readonly liveMs: number; readonly answers: string } {
    this.#endGaps(false);
    const answers = [...this.#answers].map(([what, count]) => `${count} times ${what}`).join(', ');
    return { pageMs: this.#pageGapMs, liveMs: this.#liveGapMs, answers };
  }

  /** Whether each page was whole, and something was heard, after this moment. */
  areWellSince(at: number): boolean {
    return this.#heardAt > at && [...this.#readAt.values()].every((read) => read > at);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#watcher.disconnect();
    await Promise.all(this.#readings);
  }

  #endGaps(restarts = true): void {
    const now = Date.now();
    for (const [path, at] of this.#readAt) {
      this.#pageGapMs = Math.max(this.#pageGapMs, now - at);
      if (restarts) this.#readAt.set(path, now);
    }
    this.#liveGapMs = Math.max(this.#liveGapMs, now - this.#heardAt);
    if (restarts) this.#heardAt = now;
  }

  #hear(): void {
    const now = Date.now();
    this.#liveGapMs = Math.max(this.#liveGapMs, now - this.#heardAt);
    this.#heardAt = now;
  }

  async #read(path: string): Promise<void> {
    this.#readAt.set(path, Date.now());
    for (; !this.#isOver; await sleep(restMs)) {
      const status = await this.#ask(path).catch(
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      if (status !== '200') {
        this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
        continue;
      }
      const now = Date.now();
      this.#pageGapMs = Math.max(this.#pageGapMs, now - (this.#readAt.get(path) ?? now));
      this.#readAt.set(path, now);
    }
  }

  #ask(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          path,
          rejectUnauthorized: false,
          agent: false,
          timeout: answerMs,
          headers: { host: 'pool.example' },
        },
        (answer) => {
          answer.resume();
          answer.once('end', () => resolve(String(answer.statusCode)));
          answer.once('error', reject);
        },
      );
      asked.once('timeout', () => asked.destroy(new Error('no answer')));
      asked.once('error', reject);
      asked.end();
    });
  }
}
