import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LitecoinNodes } from './litecoin-nodes.ts';
import type { PaidAsset } from './paid-asset.ts';
import { RehearsedPool, type StoredRound } from './rehearsed-pool.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import type { SignerProcess } from './signer-process.ts';
import type { PayingNodes, TestNetwork } from './test-network.ts';

/** A payout as the database has it. */
export interface StoredPayout {
  readonly kind: string;
  readonly state: string;
  readonly txid: string | null;
  /** In units of 10^-18. */
  readonly amount: string;
  readonly coin: string;
  readonly address: string;
  readonly note: string | null;
  readonly awaited: string | null;
}

/** Every payout of a pool, in the order in which they were asked for. */
export async function storedPayouts(database: ScratchPostgres): Promise<readonly StoredPayout[]> {
  const rows = await database.query(
    'SELECT kind, state, txid, amount::text, coin, address, note, awaited FROM payouts ORDER BY id',
  );
  return rows as unknown as readonly StoredPayout[];
}

/** The built pool on two nodes, litecoinds where nothing else is said, with the built signer beside it: it pays what its miner has chosen. */
export class PayingPool<Nodes extends TestNetwork = TestNetwork> {
  readonly rehearsed: RehearsedPool;
  readonly nodes: Nodes;
  readonly signer: SignerProcess;
  /** Miners beside the one that it names none for. */
  readonly others: readonly string[];
  readonly #asset: PaidAsset;
  readonly #folder: string;

  private constructor(rehearsed: RehearsedPool, nodes: Nodes, asset: PaidAsset, folder: string) {
    this.rehearsed = rehearsed;
    this.nodes = nodes;
    this.signer = asset.signer;
    this.others = asset.others;
    this.#asset = asset;
    this.#folder = folder;
  }

  /** @param open what is paid, with the nodes of the pool's chain and a folder of its own */
  static async start(
    server: string,
    open: (nodes: LitecoinNodes, folder: string) => Promise<PaidAsset>,
  ): Promise<PayingPool<LitecoinNodes>> {
    const nodes = await LitecoinNodes.start(1);
    await nodes.mineToPresent();
    // Calls that name no wallet need the only one.
    await nodes.one.ask('unloadwallet', 'pool');
    return PayingPool.startOn(server, nodes, open);
  }

  /** On nodes that have come to the present, which are the pool's from then on. */
  static async startOn<Nodes extends TestNetwork>(
    server: string,
    nodes: Nodes,
    open: (nodes: Nodes, folder: string) => Promise<PaidAsset>,
  ): Promise<PayingPool<Nodes>> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-paying-'));
    const asset = await open(nodes, folder);
    const { signer, miner, paid } = asset;
    const rehearsed = await RehearsedPool.start(server, nodes, undefined, {
      address: asset.address ?? signer.address,
      miner,
      paid,
      ...(asset.env !== undefined && { env: asset.env }),
    });
    return new PayingPool(rehearsed, nodes, asset, folder);
  }

  /** Every payout, the oldest first. */
  payouts(): Promise<readonly StoredPayout[]> {
    return storedPayouts(this.rehearsed.database);
  }

  /** What the network took for transactions of payouts, each counted once. */
  async feesOf(txids: readonly string[]): Promise<{ readonly transactions: number; readonly fees: bigint }> {
    const rows = await this.rehearsed.database.query('SELECT txid, fee::text FROM payout_transactions');
    const own = (rows as unknown as readonly { txid: string; fee: string }[]).filter(({ txid }) =>
      txids.includes(txid),
    );
    const fees = own.reduce((sum, { fee }) => sum + BigInt(fee), 0n) / 10n ** 10n;
    return { transactions: own.length, fees };
  }

  /** Mines until a block is credited: of two of one height one is orphaned. `miners` work one after another, where they are named. */
  async earn(miners: readonly (string | undefined)[] = [undefined]): Promise<void> {
    const known = new Set((await this.rehearsed.rounds()).map(({ hash }) => hash));
    const isNew = ({ hash }: StoredRound): boolean => !known.has(hash);
    for (let tries = 0; tries < 5; tries += 1) {
      for (const miner of miners) await this.rehearsed.mine(1, undefined, miner);
      await this.nodes.join();
      await this.rehearsed.untilRounds((rounds) => rounds.some(isNew));
      await this.bury(101);
      const fresh = (await this.rehearsed.settle()).filter(isNew);
      if (fresh.some(({ state }) => state === 'credited')) return;
      for (const { hash } of fresh) known.add(hash);
    }
    throw new Error('no block was credited');
  }

  /** What its file says of where payouts leave. */
  get paid(): PaidAsset['paid'] {
    return this.#asset.paid;
  }

  /** The nodes through which payouts leave. */
  get payingNodes(): PayingNodes {
    return this.#asset.nodes ?? this.nodes;
  }

  /** Blocks of a third party on both nodes, which may have lost each other meanwhile. */
  async bury(blocks: number): Promise<void> {
    await this.nodes.join();
    await this.nodes.mine(blocks);
    await this.#asset.bury(blocks);
  }

  /** What payouts have brought to the miner, in units of 10^-8, by the word of blocks. */
  received(): Promise<bigint> {
    return this.#asset.received();
  }

  async close(): Promise<void> {
    await this.rehearsed.close();
    await this.signer.close();
    await this.#asset.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
