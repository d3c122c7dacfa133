import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { hasLitecoind, LitecoinNodes } from '../../testing/litecoin-nodes.ts';
import { RehearsedPool } from '../../testing/rehearsed-pool.ts';
import { postgresServer } from '../../testing/scratch-postgres.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import type { BareVerbs } from './verbs.ts';

const miners = 1000;
const user = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.rig';
const waitMs = 60_000;
/** A pool of this age has a call waiting with its nodes, and asks for their newest block besides. */
const settledMs = 7000;
/** Blocks come when nothing is under way any more, and out of step with those looks. */
const pauseMs = { least: 700, more: 600 } as const;

/** Sockets that read lines, and the moment at which the last of them had one. */
class Readers {
  readonly sockets: Socket[] = [];
  /** Bytes of the last line that counted, without its end. */
  bytes = 0;
  /** When the first of them had its line, in ms since 1970. */
  firstAt = 0;
  readonly #counts: (line: string) => boolean;
  #missing = new Set<number>();
  #finish: (at: number) => void = () => undefined;

  /** @param counts whether a line is one that is waited for */
  constructor(counts: (line: string) => boolean) {
    this.#counts = counts;
  }

  /** One connection after the other, as many as there are miners. */
  async open(port: number): Promise<void> {
    for (let index = 0; index < miners; index += 1) {
      const socket = connect({ host: '127.0.0.1', port });
      let rest = '';
      socket.on('data', (bytes) => {
        const lines = (rest + bytes.toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (this.#counts(line)) this.#hear(index, line);
      });
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      this.sockets.push(socket);
    }
  }

  /** Resolves with the moment, in ms since 1970, at which every socket had a line that counts. Throws where one has none in time. */
  allHear(): Promise<number> {
    this.#missing = new Set(this.sockets.keys());
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`${this.#missing.size} of ${miners} sockets heard nothing`));
      const timer = setTimeout(fail, waitMs);
      this.#finish = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  #hear(index: number, line: string): void {
    this.bytes = line.length;
    if (this.#missing.size === miners) this.firstAt = present();
    if (this.#missing.delete(index) && this.#missing.size === 0) this.#finish(present());
  }
}

/** In ms since 1970, exact to parts of one: comparable between processes. */
function present(): number {
  return performance.timeOrigin + performance.now();
}

/** The last of an algorithm's ports that listens: there many connections of one account are welcome. */
async function proxyPort(standard: number): Promise<number> {
  for (let port = standard + 9; port > standard; port -= 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return port;
  }
  return standard;
}

/** A whole round: a block of node one, and what each miner hears of it. `tip`: from the first word of the node that it has the block; `call`: from the call that makes it. */
async function measureBlock(
  { nodes }: RehearsedPool,
  readers: Readers,
): Promise<{ readonly tip: number; readonly call: number; readonly spread: number }> {
  const { one } = nodes;
  const height = await one.ask<number>('getblockcount');
  const heard = readers.allHear();
  const waited = one.ask('waitforblockheight', height + 1, waitMs).then(present);
  const started = present();
  const made = one.generate(1).then(present);
  const at = await heard;
  const known = Math.min(await made, await waited);
  await nodes.mine(0);
  return { tip: at - known, call: at - started, spread: at - readers.firstAt };
}

/**
 * How long after its node has a new block the last of 1,000 miners holds the job on it, beside a bare server, a process of its own as well,
 * that writes a line of that length to as many sockets. Both in turn; real litecoinds, a built pool on PostgreSQL.
 */
export async function runTip({
  runs,
  isQuick,
}: {
  readonly runs: number;
  readonly isQuick: boolean;
}): Promise<void> {
  if (!hasLitecoind || postgresServer === undefined)
    throw new Error('this bench needs litecoind (apt-get install litecoind) and DATABASE_URL');
  await buildStale();
  const folder = await bundleProcesses({ 'tip-bare': 'bench/tip/bare-process.ts' });
  const blocks = isQuick ? 3 : 10 * runs;
  const rehearsed = await RehearsedPool.start(postgresServer, await LitecoinNodes.start(1));
  const bare = new BenchProcess<BareVerbs>(join(folder, 'tip-bare.js'));
  const [pool, reference] = [
    new Readers((line) => line.includes('"mining.notify"')),
    new Readers(() => true),
  ];
  try {
    await reference.open((await bare.ask('start', undefined)).port);
    await pool.open(await proxyPort(rehearsed.pool.stratumPort('scrypt')));
    const first = pool.allHear();
    for (const [index, socket] of pool.sockets.entries()) {
      socket.write(`{"id":1,"method":"mining.subscribe","params":["bench"]}\n`);
      socket.write(`{"id":2,"method":"mining.authorize","params":["${user}${index}","x"]}\n`);
    }
    await first;
    const measured: (Awaited<ReturnType<typeof measureBlock>> & { readonly bare: number })[] = [];
    const loads: number[] = [];
    await sleep(settledMs);
    for (let count = 0; count < blocks; count += 1) {
      await sleep(pauseMs.least + Math.random() * pauseMs.more);
      const ofPool = await measureBlock(rehearsed, pool);
      const heard = reference.allHear();
      const { beganAt } = await bare.ask('write', pool.bytes);
      measured.push({ ...ofPool, bare: (await heard) - beganAt });
      loads.push(loadavg()[0] ?? 0);
    }
    const row = (name: string, values: readonly number[]): string[] => [
      name,
      spreadText(spreadOf(values), 1),
    ];
    printTable(
      `${blocks} blocks, ${miners} miners, a job of ${pool.bytes} bytes (ms; load ${spreadText(spreadOf(loads), 1)})`,
      ['', 'median [least … most]'],
      [
        row(
          'node has the block → last miner has the job',
          measured.map(({ tip }) => tip),
        ),
        row(
          'call that makes the block → last miner has the job',
          measured.map(({ call }) => call),
        ),
        row(
          'of that: first miner → last miner',
          measured.map(({ spread }) => spread),
        ),
        row(
          'bare write to as many sockets → last has read it',
          measured.map((each) => each.bare),
        ),
      ],
    );
  } finally {
    pool.close();
    reference.close();
    await bare.end();
    await rehearsed.close();
  }
}
