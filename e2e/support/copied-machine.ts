import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HashingMiner } from '../../testing/hashing-miner.ts';
import { PoolProcess } from '../../testing/pool-process.ts';
import { type CommandResult, runOpenlode } from '../../testing/run-openlode.ts';
import type { SandboxControl } from '../../testing/sandbox-control.ts';
import {
  createScratchPostgres,
  postgresServer,
  type ScratchPostgres,
} from '../../testing/scratch-postgres.ts';

export const engines = postgresServer === undefined ? ['embedded'] : ['embedded', 'postgres'];

/** A payment that the chain has taken; the amount in units of 10^-18. */
export interface TakenPayment {
  readonly txid: string;
  readonly address: string;
  readonly amount: bigint;
}

/**
 * A pool with everything that a copy of its machine takes along: database, data directory, journal. The chains of the sandbox lie outside,
 * as real ones do, and only they know what left since.
 */
export class CopiedMachine {
  readonly pool: PoolProcess;
  readonly #folder: string;
  readonly #database: ScratchPostgres | undefined;

  private constructor(pool: PoolProcess, folder: string, database: ScratchPostgres | undefined) {
    this.pool = pool;
    this.#folder = folder;
    this.#database = database;
  }

  static async start(engine: string, env: Readonly<Record<string, string>> = {}): Promise<CopiedMachine> {
    const database = engine === 'postgres' ? await createScratchPostgres(postgresServer ?? '') : undefined;
    return CopiedMachine.startOn(database, env);
  }

  static async startOn(
    database: ScratchPostgres | undefined,
    env: Readonly<Record<string, string>> = {},
  ): Promise<CopiedMachine> {
    const folder = mkdtempSync(join(tmpdir(), 'openlode-copied-'));
    const pool = await PoolProcess.start({
      env: {
        OPENLODE_SANDBOX_CHAINS: join(folder, 'chains'),
        ...(database === undefined ? {} : { DATABASE_URL: database.url }),
        ...env,
      },
    });
    return new CopiedMachine(pool, folder, database);
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.#database?.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A command of the operator. */
  openlode(...args: readonly string[]): Promise<CommandResult> {
    return runOpenlode(args, {
      OPENLODE_DATA: this.pool.dataDirectory,
      OPENLODE_SANDBOX_CHAINS: join(this.#folder, 'chains'),
      ...(this.#database === undefined ? {} : { DATABASE_URL: this.#database.url }),
    });
  }

  /** The `data` of an answer of the API. */
  async read(path: string): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.pool.url}/api/v5/${path}`);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  }

  account(address: string): Promise<Record<string, unknown>> {
    return this.read(`address/${address}?coin=DOGE`);
  }

  /** An owner asks to be paid; the status of the answer. */
  async pay(address: string): Promise<number> {
    const { uuid } = await this.account(address);
    return (await fetch(`${this.pool.url}/api/v3/address/${String(uuid)}/pay`, { method: 'POST' })).status;
  }

  /** Lets these addresses find blocks until each has more than ten coins, which is more than the least that is paid. */
  async earn(control: SandboxControl, addresses: readonly string[]): Promise<void> {
    const balances = () =>
      Promise.all(addresses.map(async (address) => Number((await this.account(address))['balance'] ?? 0)));
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
    // A block is shared by work: one may leave an address with less.
    while ((await balances()).some((balance) => balance <= 10)) {
      const before = sum(await balances());
      await this.#findBlock(control, addresses);
      await until(control, async () => sum(await balances()) > before, 30_000);
    }
  }

  async #findBlock(control: SandboxControl, addresses: readonly string[]): Promise<void> {
    const before = (await control.ledger()).blocks.length;
    const miners = await Promise.all(
      addresses.map((address) =>
        HashingMiner.start({
          port: this.pool.stratumPort('sha256'),
          user: `DOGE:${address}.rig1`,
          hashesPerSecondMax: 400_000,
        }),
      ),
    );
    await Promise.all(miners.map((miner) => miner.whenAcked(2)));
    await control.mineBlock('sha256');
    await until(control, async () => (await control.ledger()).blocks.length > before, 0);
    await Promise.all(miners.map((miner) => miner.stop()));
  }

  /** Everything at one moment: the process is stopped meanwhile, as a machine is while its disk is copied. */
  async copy(name: string): Promise<void> {
    const { pid = 0 } = this.pool;
    process.kill(pid, 'SIGSTOP');
    execFileSync('cp', ['-a', this.pool.dataDirectory, join(this.#folder, name)]);
    await this.#database?.copyTo(name);
    process.kill(pid, 'SIGCONT');
  }

  /** The machine dies and is this copy again, started. */
  async copyBack(name: string): Promise<void> {
    await this.pool.kill('SIGKILL');
    rmSync(this.pool.dataDirectory, { recursive: true });
    execFileSync('cp', ['-a', join(this.#folder, name), this.pool.dataDirectory]);
    await this.#database?.takeBack(name);
    await this.pool.restart();
  }

  /** What the chain has taken: the truth. */
  onChain(): TakenPayment[] {
    const file = join(this.#folder, 'chains', 'sandbox-payouts');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [, txid = '', hex = ''] = line.split(' ');
        const fields = Buffer.from(hex, 'hex').toString().split('\n');
        const [, address = '', , , amount = '0'] =
          fields.find((field) => field.startsWith('output '))?.split(' ') ?? [];
        return { txid, address, amount: BigInt(amount) };
      });
  }
}

/**
 * Moves business time on until it is so. A busy machine may take a minute for what a quiet one does in a second; the pool's time does not run on
 * for ever meanwhile.
 */
export async function until(
  control: SandboxControl,
  isSo: () => Promise<boolean>,
  stepMs: number,
): Promise<void> {
  for (let step = 0; step < 1200; step += 1) {
    if (await isSo()) return;
    if (step < 200) await control.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('what was waited for did not happen');
}
