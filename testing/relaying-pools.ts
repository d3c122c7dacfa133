import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MiningCrew } from './mining-crew.ts';
import { PoolProcess } from './pool-process.ts';
import { parsePrometheusText } from './prometheus-text.ts';
import type { OpenRelayedNetwork, RelayedNetwork } from './relayed-networks.ts';
import { type CommandResult, runOpenlode } from './run-openlode.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { TroubledWire } from './troubled-wire.ts';

/** As the settings call the other pool. */
export const upstreamName = 'other-pool';
/** What became of shares, since the relaying pool began. */
export interface RelayedShares {
  /** Accepted by its own verifier. */
  readonly judged: number;
  readonly forwarded: number;
  readonly accepted: number;
  readonly unknown: number;
  /** By the other pool: because it had gone on to another block, or for another reason. */
  readonly stale: number;
  readonly refused: number;
  readonly unsent: number;
  /** The expected hashes that they stand for. */
  readonly judgedWork: number;
  readonly acceptedWork: number;
  readonly unknownWork: number;
}

/** A built pool that gives the work of another one on, and pays with a wallet of its own. The other one is the same program. */
export class RelayingPools<Network extends RelayedNetwork = RelayedNetwork> {
  readonly network: Network;
  readonly pool: PoolProcess;
  readonly database: ScratchPostgres;
  /** The processes of the other pool, and the way to each, in the order in which they are tried. */
  readonly others: readonly { readonly pool: PoolProcess; readonly wire: TroubledWire }[];
  readonly #config: string;
  readonly #opened: readonly (() => Promise<unknown>)[];

  private constructor(
    network: Network,
    parts: {
      pool: PoolProcess;
      database: ScratchPostgres;
      others: RelayingPools['others'];
      config: string;
      opened: readonly (() => Promise<unknown>)[];
    },
  ) {
    this.network = network;
    this.pool = parts.pool;
    this.database = parts.database;
    this.others = parts.others;
    this.#config = parts.config;
    this.#opened = parts.opened;
  }

  static async start<Network extends RelayedNetwork>(
    server: string,
    openNetwork: OpenRelayedNetwork<Network>,
  ): Promise<RelayingPools<Network>> {
    const opened: (() => Promise<unknown>)[] = [];
    try {
      return await RelayingPools.#open(server, openNetwork, opened);
    } catch (error) {
      for (const close of opened.toReversed()) await close();
      throw error;
    }
  }

  /** @param opened takes what has to be closed, the last first */
  static async #open<Network extends RelayedNetwork>(
    server: string,
    openNetwork: OpenRelayedNetwork<Network>,
    opened: (() => Promise<unknown>)[],
  ): Promise<RelayingPools<Network>> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-relaying-'));
    opened.push(() => rm(folder, { recursive: true, force: true }));
    const network = await openNetwork(server, folder, opened);
    const { coin, algorithm, user, settings } = network;
    const others: { pool: PoolProcess; wire: TroubledWire }[] = [];
    for (const pool of network.others) {
      const wire = await TroubledWire.start(pool.stratumPort(algorithm));
      opened.push(() => wire.close());
      others.push({ pool, wire });
    }
    const config = join(folder, 'openlode.yaml');
    const upstream = {
      name: upstreamName,
      algorithm,
      coin,
      addresses: others.map(({ wire }) => ({ url: `stratum+tcp://127.0.0.1:${wire.port}` })),
      user,
      feePercent: 1,
      scheme: 'pplns',
      incomeMax: 10_000,
    };
    // What is JSON is YAML.
    await writeFile(config, JSON.stringify({ kind: 'regtest', ...settings, upstreams: [upstream] }));
    const database = await createScratchPostgres(server);
    opened.push(() => database.drop());
    const env = { ...network.env, DATABASE_URL: database.url, OPENLODE_CONFIG: config };
    const pool = await PoolProcess.start({ env });
    opened.push(() => pool.close());
    return new RelayingPools(network, { pool, database, others, config, opened });
  }

  /** Waits until the other pool gives work here. */
  async untilWork(): Promise<void> {
    for (const deadline = performance.now() + 180_000; performance.now() < deadline; await sleep(200))
      if ((await this.#samples()).some(({ name, value }) => name === 'openlode_upstream_work' && value === 1))
        return;
    throw new Error(`no work is relayed\n${this.pool.logs.slice(-20).join('\n')}`);
  }

  /** Miners, each paid at an address of its own. */
  startCrew(): MiningCrew {
    const { algorithm, miners, hashesPerSecondMax } = this.network;
    const port = this.pool.stratumPort(algorithm);
    return MiningCrew.start(
      miners.map((address, index) => ({
        port,
        user: `${address}.rig${index + 1}`,
        algorithm,
        hashesPerSecondMax,
      })),
    );
  }

  async shares(): Promise<RelayedShares> {
    const samples = await this.#samples();
    const sum = (metric: string, classes: readonly string[]): number =>
      samples
        .filter(({ name, labels }) => name === metric && classes.includes(labels['class'] ?? ''))
        .reduce((total, { value }) => total + value, 0);
    const of = (...classes: readonly string[]): number => sum('openlode_upstream_shares', classes);
    const workOf = (...classes: readonly string[]): number => sum('openlode_upstream_hashes', classes);
    return {
      judged: of('judged'),
      forwarded: of('forwarded'),
      accepted: of('accepted'),
      unknown: of('unknown'),
      stale: of('stale'),
      refused: of('duplicate', 'low-difficulty', 'unauthorized', 'other'),
      unsent: of('unsent'),
      judgedWork: workOf('judged'),
      acceptedWork: workOf('accepted'),
      unknownWork: workOf('unknown'),
    };
  }

  /** What the relaying pool's log has of the other one, the newest last. */
  said(): readonly string[] {
    return this.pool.logs.filter((line) => line.includes(upstreamName)).slice(-20);
  }

  /** `openlode …`, asked of the relaying pool. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return runOpenlode(args, {
      OPENLODE_DATA: this.pool.dataDirectory,
      DATABASE_URL: this.database.url,
      OPENLODE_CONFIG: this.#config,
    });
  }

  async close(): Promise<void> {
    for (const close of this.#opened.toReversed()) await close();
  }

  async #samples() {
    const response = await fetch(`${this.pool.opsUrl}/metrics`);
    return parsePrometheusText(await response.text()).samples;
  }
}
