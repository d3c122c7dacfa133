import { connect, type Socket } from 'node:net';
import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import { UpstreamClient } from '@openlode/stratum/upstream/client';
import type { ClientDialect, Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { ClientState, ClientStep } from '@openlode/stratum/upstream/client-state';
import { numberOf } from '../../edges/stratum/relayed-numbers.ts';

/** What a nonce of a job hashes to, 32 bytes with the least significant first, and what is sent of it. `free`: digits of its room. */
export type Prove = (
  job: UpstreamJob,
  free: string,
) => Promise<{ readonly hash: Uint8Array; readonly found: Solution }>;

interface Share {
  readonly job: UpstreamJob;
  readonly found: Solution;
}

const hashRange = 1n << 256n;

/** A miner of any dialect: our own client of it, over a socket, with a lane in the place of a pool's room. */
export class LaneClient {
  readonly jobs: UpstreamJob[] = [];
  isClosed = false;
  readonly #socket: Socket;
  readonly #client: UpstreamClient<unknown, Solution>;
  readonly #prove: Prove;
  /** The work of the lowest hash, as difficulties of the algorithm count it. */
  readonly #range: bigint;
  readonly #waiting = new Map<number, (outcome: string) => void>();
  #state: ClientState;
  #tickets = 0;
  #nonce = 0;
  #text = '';

  constructor(
    port: number,
    {
      dialect,
      user,
      scale,
      prove,
    }: {
      readonly dialect: ClientDialect<unknown, Solution>;
      readonly user: string;
      readonly scale: DifficultyScale;
      readonly prove: Prove;
    },
  ) {
    this.#prove = prove;
    this.#range = scale.difficulty1Target * scale.hashesPerDifficulty1;
    this.#client = new UpstreamClient(dialect, {
      user,
      password: 'x',
      agent: 'suite/1.0',
      scale,
      versionMask: 0,
      easiestTarget: hashRange - 1n,
      digest: (text) => text,
      silenceMs: 600_000,
    });
    const step = this.#client.open(Date.now());
    this.#state = step.state;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      for (const answer of this.#waiting.values()) answer('closed');
    });
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      const parts = (this.#text + text).split('\n');
      this.#text = parts.pop() ?? '';
      for (const part of parts) this.#take(this.#client.receive(this.#state, part, Date.now()));
    });
    this.#take(step);
  }

  /** A share of the newest job, of at least this many hashes, and less than `below`. */
  async find(least = 0n, below = hashRange, job = this.jobs.at(-1)): Promise<Share> {
    if (job === undefined) throw new Error('no job');
    const digits = 2 * job.room.freeBytes;
    for (;;) {
      const free = (this.#nonce++).toString(16).padStart(digits, '0');
      const { hash, found } = await this.#prove(job, free);
      const proof = numberOf(hash);
      const worth = this.#range / (proof + 1n);
      if (proof <= job.target && worth >= least && worth < below) return { job, found };
    }
  }

  /** `OK`, or why not. */
  submit({ job, found }: Share): Promise<string> {
    const ticket = ++this.#tickets;
    const answer = new Promise<string>((resolve) => this.#waiting.set(ticket, resolve));
    this.#take(this.#client.submit(this.#state, { ticket, job, found }, Date.now()));
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take({ state, lines, outcomes }: ClientStep): void {
    this.#state = state;
    if (lines.length > 0) this.#socket.write(lines.join(''));
    for (const outcome of outcomes) {
      if (outcome.kind === 'job') this.jobs.push(outcome.job);
      else if (outcome.kind === 'accepted') this.#waiting.get(outcome.ticket)?.('OK');
      else if (outcome.kind === 'refused') this.#waiting.get(outcome.ticket)?.(outcome.text);
      else if (outcome.kind === 'unsent') this.#waiting.get(outcome.ticket)?.(`unsent: ${outcome.why}`);
    }
  }
}
