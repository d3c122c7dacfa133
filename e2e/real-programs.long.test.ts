import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';
import { type MinedByProgram, minedByPrograms } from './support/program-table.ts';
import { RealProgram } from '../testing/real-program.ts';

const address = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const tlsAbove = 1000;

/** How long a rate is measured at least, and at most: the page shows the last ten minutes. */
const measuredMs = { least: 120_000, most: 480_000, itself: 60_000 };
/** Chance errs by a twentieth then. */
const sharesWanted = 400;
/** How long a program may take until its first share: RandomX fills 2 GB before it. */
const firstShareMs = 300_000;
/** How far the pool's figure may be from the program's. */
const errorMax = 0.15;

/** A block makes the jobs before it stale. */
const late = /stale|job not found/i;

interface Counted {
  readonly worker: string;
  /** In the unit of the algorithm. */
  readonly rate: number;
  readonly accepted: number;
}

async function ask<Data>(pool: PoolProcess, path: string): Promise<Data> {
  const answer = await fetch(`${pool.url}/api${path}`);
  return ((await answer.json()) as { readonly data: Data }).data;
}

/** What the page of the address says of its worker. */
async function counted(pool: PoolProcess, algorithm: string): Promise<Counted> {
  const { uuid } = await ask<{ uuid: string }>(pool, `/v5/address/${address}?coin=LTC`);
  const algorithms = await ask<readonly { code: string; preUnitOfMeasurement: string }[]>(
    pool,
    '/v5/algorithm',
  );
  const prefix = algorithms.find(({ code }) => code === algorithm)?.preUnitOfMeasurement ?? '';
  type Workers = Readonly<Record<string, { workers: readonly { name: string; chr: number }[] }>>;
  const [worker] = (await ask<Workers>(pool, `/v5/account/${uuid}/workers`))[algorithm]?.workers ?? [];
  type Rejects = { readonly list: readonly { algorithm: string; day: { accepted: number } }[] };
  const { list } = await ask<Rejects>(pool, `/v5/account/${uuid}/rejects`);
  const rejects = list.find((each) => each.algorithm === algorithm);
  return {
    worker: worker?.name ?? '',
    rate: (worker?.chr ?? 0) * 1000 ** ['', 'k', 'm', 'g', 't'].indexOf(prefix),
    accepted: rejects?.day.accepted ?? 0,
  };
}

/** What it hashes in a second of the processor, as it says of itself without a pool. */
async function measureItself(
  path: string,
  { args, said }: NonNullable<MinedByProgram['measuringItself']>,
  rate: MinedByProgram['rate'],
): Promise<number> {
  const program = RealProgram.start(path, args);
  const untilSaid = async (): Promise<readonly [age: number, took: number]> => {
    await program.until(said, { from: program.age });
    return [program.age, program.processorSeconds];
  };
  try {
    const [from, before] = await untilSaid();
    await sleep(measuredMs.itself);
    const [to, took] = await untilSaid();
    return (rate(program, from, to) * (to - from)) / 1000 / (took - before);
  } finally {
    await program.stop();
  }
}

for (const mined of minedByPrograms) {
  const { program: name, variable, algorithm, difficulty, tls, accepted } = mined;
  const path = process.env[variable];
  const skipped = path === undefined ? ` (skipped: ${variable} has no path to it)` : '';
  describe.skipIf(path === undefined)(`${name} on ${algorithm}${skipped}`, () => {
    const open: { close(): Promise<void> }[] = [];
    afterEach(async () => {
      for (const each of open.splice(0).toReversed()) await each.close();
    });

    async function start(secure: boolean): Promise<{ pool: PoolProcess; program: RealProgram }> {
      const pool = await PoolProcess.start({
        env: { OPENLODE_STATIC_DIFFICULTY: `${algorithm}:${difficulty}` },
      });
      open.push(pool);
      const port = pool.stratumPort(algorithm) + (secure ? tlsAbove : 0);
      const certificate = secure ? join(pool.dataDirectory, 'stratum-tls.pem') : undefined;
      const args = mined.args(`localhost:${port}`, `LTC:${address}.${name}`, certificate);
      const program = RealProgram.start(path ?? '', args);
      open.push({ close: () => program.stop() });
      await program.until(accepted, { ms: firstShareMs });
      return { pool, program };
    }

    it('finds shares that count as fast as it says, and comes back after a restart of the pool', async () => {
      const { pool, program } = await start(false);
      const [from, before] = [program.age, program.processorSeconds];
      await sleep(measuredMs.least);
      while (program.saying(accepted).length < sharesWanted && program.age - from < measuredMs.most)
        await sleep(1000);
      const { worker, rate, accepted: shares } = await counted(pool, algorithm);
      // What a block made stale was hashed, and counts nothing: one in ten where a busy machine takes a second to open the next job.
      const stale = program.saying(late, from).length;
      const to = program.age;
      const took = program.processorSeconds - before;
      const { measuringItself } = mined;
      const said =
        measuringItself === undefined
          ? mined.rate(program, from, to)
          : ((await measureItself(path ?? '', measuringItself, mined.rate)) * took) / ((to - from) / 1000);
      const error = rate / (said * (shares / (shares + stale))) - 1;
      console.info(
        `${name} ${algorithm}: ${shares} shares and ${stale} stale, it says ${said.toPrecision(4)} H/s, the pool ${rate.toPrecision(4)} H/s: ${((rate / said - 1) * 100).toFixed(1)} %, ${(error * 100).toFixed(1)} % without the stale`,
      );
      expect(worker).toBe(name);
      // Few shares say little: what chance does to them is no error.
      expect(Math.abs(error)).toBeLessThan(Math.max(errorMax, 3 / Math.sqrt(shares)));
      const refused = program.saying(mined.refused ?? /reject|fail|invalid/i, from);
      expect(refused.filter(({ text }) => !late.test(text))).toEqual([]);
      await pool.restart();
      await program.until(accepted, { from: program.age, ms: firstShareMs });
    }, 1_500_000);

    it.skipIf(!tls)(
      'mines through TLS',
      async () => {
        const { program } = await start(true);
        await program.until(accepted, { count: 3, ms: firstShareMs });
      },
      600_000,
    );
  });
}
