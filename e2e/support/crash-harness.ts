import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { HashingMiner } from '../../testing/hashing-miner.ts';
import { PoolProcess } from '../../testing/pool-process.ts';
import type { SandboxControl } from '../../testing/sandbox-control.ts';
import {
  createScratchPostgres,
  postgresServer,
  type ScratchPostgres,
} from '../../testing/scratch-postgres.ts';

const POOL = join(import.meta.dirname, '../../apps/pool/src');

/**
 * Every crash point that stands in the pool's sources, each once. Those of payouts are met by a suite of their own, over a chain
 * that does its worst (apps/pool/src/testing/payouts), those of sweeps in sweeps-on-chain.test.ts, those of restores and moves by
 * restore-killed.long.test.ts and move-killed.long.test.ts.
 */
export function listCrashPoints(): string[] {
  const names = readdirSync(POOL, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(POOL, path), 'utf8').matchAll(/crashPoint\('([^']*)'\)/g)])
    .map((match) => match[1] ?? '');
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`crash points that stand twice: ${twice.join(', ')}`);
  return names.filter((name) => !/^(payout|sweep|restore|move)-/.test(name)).toSorted();
}

/** Points on the way of work that waits on disk: they need a database that goes away. */
export const needsOutage = (point: string): boolean => /^log(?:ged)?-/.test(point);
/** Points that need half a year to go by, after which nothing else can be tried in the same database. */
export const needsHalfAYear = (point: string): boolean => point.startsWith('write-off');

const HALF_A_YEAR_MS = 190 * 86_400_000;
const HOUR_MS = 3_600_000;
const NOTICE_HOURS = 720;
/** Shares that were recorded although the death kept their answer from the miner. */
const IN_FLIGHT_MAX = 8n;
const HEAVIEST_SHARE = 2n ** 20n;
const SOON_MS = 60_000;
/** A hit comes with each time that a block is found, or the database goes away; some more, because not every one meets the point. */
const SPARE_ACTS = 2;
/** Longer than a batch waits for the database before it goes to the write-ahead log. */
const OUTAGE_MS = 4000;

/** A pool that dies at crash points, one life after the other on the same database, and what miners know that it owes. */
export class CrashHarness {
  readonly #pool: PoolProcess;
  readonly #database: ScratchPostgres | undefined;
  readonly #proxy: FaultProxy | undefined;
  /** Work and blocks that were acknowledged, and lives so far. */
  #owed = 0n;
  readonly #blocks = new Set<string>();
  #lives = 0n;

  private constructor(
    pool: PoolProcess,
    outside: { readonly database: ScratchPostgres | undefined; readonly proxy: FaultProxy | undefined },
  ) {
    this.#pool = pool;
    this.#database = outside.database;
    this.#proxy = outside.proxy;
  }

  static async start(engine: 'pglite' | 'postgres'): Promise<CrashHarness> {
    if (engine === 'pglite')
      return new CrashHarness(await PoolProcess.start(), { database: undefined, proxy: undefined });
    const database = await createScratchPostgres(postgresServer ?? '');
    const { hostname, port } = new URL(database.url);
    const proxy = await FaultProxy.start({ host: hostname, port: Number(port || 5432) });
    const pool = await PoolProcess.start({ env: { DATABASE_URL: proxy.through(database.url) } });
    return new CrashHarness(pool, { database, proxy });
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#proxy?.close();
    await this.#database?.drop();
  }

  /** Mines until the process dies at this hit of this point. False where it never comes to it. */
  async dieAt(point: string, hit: number): Promise<boolean> {
    const env = { OPENLODE_CRASH_AT: `${point}:${hit}` };
    const died = this.#pool.restart('SIGKILL', env).then(
      () => this.#mineUntilDead(point, hit + SPARE_ACTS),
      // It may die while it starts: what was left undone is done first.
      async () => this.#isDead(),
    );
    return died;
  }

  /** Starts without a crash point and says what is wrong with the database; empty where nothing is. */
  async faultsAfterRestart(): Promise<string[]> {
    await this.#pool.restart('SIGKILL');
    const control = await this.#pool.connectControl();
    await this.#settled(control);
    const ledger = await control.ledger();
    await control.close();
    const recorded = BigInt(ledger.work.batches);
    const most = this.#owed + this.#lives * IN_FLIGHT_MAX * HEAVIEST_SHARE;
    const lost = [...this.#blocks].filter((hash) => !ledger.blocks.includes(hash));
    return [
      ...(ledger.sound ? [] : [`the database is not sound: ${JSON.stringify(ledger).slice(0, 2000)}`]),
      ...(recorded >= this.#owed ? [] : [`work of ${this.#owed - recorded} is lost`]),
      ...(recorded <= most ? [] : [`work of ${recorded - most} is counted that was never done`]),
      ...(lost.length === 0 ? [] : [`blocks are lost: ${lost.join(', ')}`]),
    ];
  }

  /** Waits until nothing is left in a write-ahead log. */
  async #settled(control: SandboxControl): Promise<void> {
    const deadline = performance.now() + SOON_MS;
    while (this.#loggedBytes() > 0 && performance.now() < deadline) await sleep(50);
    // Jobs once more, so that rounds go on from where they were.
    await control.advance(0);
  }

  #loggedBytes(): number {
    return readdirSync(this.#pool.dataDirectory)
      .filter((name) => /spool/.test(name) && !/parked/.test(name))
      .reduce((sum, name) => sum + readFileSync(join(this.#pool.dataDirectory, name)).length, 0);
  }

  async #isDead(): Promise<boolean> {
    const exit = await this.#pool.ended(1000);
    return exit?.signal === 'SIGKILL';
  }

  async #mineUntilDead(point: string, actsMin: number): Promise<boolean> {
    let isDead = false;
    let acts = 0;
    await this.#live(async (control, miners) => {
      const deadline = performance.now() + SOON_MS;
      // A busy machine may take a minute for one of them.
      while (!isDead && (acts < actsMin || performance.now() < deadline)) {
        acts += 1;
        await this.#act(point, control, miners).catch(() => undefined);
        isDead = (await this.#pool.ended(50))?.signal === 'SIGKILL';
      }
    });
    // It may have died before both miners were there.
    return isDead || (await this.#isDead());
  }

  /** One life: two miners, and what they are owed at its end. */
  async #live(act: (control: SandboxControl, miners: HashingMiner[]) => Promise<void>): Promise<void> {
    const miners: HashingMiner[] = [];
    try {
      await this.#startMiners(miners);
      const control = await this.#pool.connectControl();
      await act(control, miners);
      await control.close();
    } catch (error) {
      // It died; anything else is a fault of its own.
      if ((await this.#pool.ended(1000)) === undefined) throw error;
    }
    this.#lives += 1n;
    for (const miner of miners) {
      await miner.stop();
      this.#owed += miner.workAckedUntil();
      for (const { block } of miner.acked) if (block !== undefined) this.#blocks.add(block);
    }
  }

  async #startMiners(miners: HashingMiner[]): Promise<void> {
    // It may die before both are there.
    for (const worker of ['rig1', 'rig2'])
      miners.push(
        await HashingMiner.start({
          port: this.#pool.stratumPort('sha256'),
          user: `DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.${worker}`,
        }),
      );
  }

  async #act(point: string, control: SandboxControl, miners: HashingMiner[]): Promise<void> {
    if (needsOutage(point)) {
      this.#proxy?.setMode('refuse');
      await control.mineBlock('sha256').catch(() => undefined);
      await sleep(OUTAGE_MS);
      this.#proxy?.setMode('pass');
      await sleep(OUTAGE_MS / 2);
      return;
    }
    // A round that waits for a rate, and its conversion; and one that is credited at once.
    await control.withholdRates(point.startsWith('conversion'));
    await this.#findBlock(control);
    await control.advance(11_000);
    await control.advance(1000);
    await control.withholdRates(false);
    await control.advance(11_000);
    if (!needsHalfAYear(point)) return;
    // Whose share comes in meanwhile is not idle; a batch that is recorded half a year late is parked for the operator.
    for (const miner of miners) await miner.stop();
    await this.#settled(control);
    await control.advance(HALF_A_YEAR_MS);
    // The notice counts the hours in which its owner could have been paid, each once.
    for (let hour = 0; hour <= NOTICE_HOURS; hour += 1) await control.advance(HOUR_MS);
    await this.#startMiners(miners);
  }

  async #findBlock(control: SandboxControl): Promise<void> {
    await control.mineBlock('sha256');
    await sleep(400);
  }
}
