import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { AnvilNode, anvilAccounts, anvilKeys, tokenModes } from '../../testing/anvil-node.ts';
import { LitecoinNodes } from '../../testing/litecoin-nodes.ts';
import { watchingRails } from '../../testing/paid-asset.ts';
import { RehearsedPool } from '../../testing/rehearsed-pool.ts';
import { SignerProcess } from '../../testing/signer-process.ts';
import { askNode } from '../../testing/test-network.ts';
import type { Payee } from './payees.ts';

/** As long as the pool of a real network would wait, in blocks. */
const depth = { litecoin: 6, ethereum: 64 } as const;
/** Seconds between blocks; Litecoin's come ten times as fast as real ones. */
const blockSeconds = { litecoin: 15, ethereum: 12 } as const;
/** Coins of the pool's wallet, and what each is worth in LTC. */
const coins = { count: 130, worth: 5 } as const;
/** As many whole coins of the token as the account holds. */
const tokens = 10_000_000n;
const dollars = '999999999999';

/** The built pool and signer with two litecoinds and one anvil, whose clocks follow the pool's. */
export class PayingWorld {
  readonly pool: RehearsedPool;
  readonly db: Database;
  readonly #nodes: LitecoinNodes;
  readonly #anvil: AnvilNode;
  readonly #token: string;
  readonly #signer: SignerProcess;
  readonly #folder: string;
  readonly #timers: readonly NodeJS.Timeout[];
  /** How far the pool's clock is ahead of the machine's, ms. */
  #ahead = 0;

  private constructor(parts: {
    pool: RehearsedPool;
    nodes: LitecoinNodes;
    anvil: AnvilNode;
    token: string;
    signer: SignerProcess;
    folder: string;
  }) {
    this.pool = parts.pool;
    this.db = openPostgres(parts.pool.database.url, 2);
    this.#nodes = parts.nodes;
    this.#anvil = parts.anvil;
    this.#token = parts.token;
    this.#signer = parts.signer;
    this.#folder = parts.folder;
    const quietly = (run: () => Promise<unknown>) => () => void run().catch(() => undefined);
    this.#timers = [
      setInterval(
        quietly(() => this.#setClocks()),
        1000,
      ),
      setInterval(
        quietly(() => this.#nodes.one.generate(1)),
        blockSeconds.litecoin * 1000,
      ),
    ];
  }

  static async start(server: string): Promise<PayingWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-paying-'));
    const nodes = await LitecoinNodes.start(1);
    await nodes.mineToPresent();
    const own = await nodes.one.ask<string>('getnewaddress', '', 'bech32');
    await nodes.one.ask('generatetoaddress', coins.count, own);
    await nodes.mine(100);
    await nodes.one.ask('unloadwallet', 'pool');
    const anvil = await AnvilNode.start();
    const supply = tokens * 10n ** 8n;
    const token = await anvil.deployToken(8, tokenModes.honest, supply);
    const [deployer, account] = anvilAccounts;
    const word = (hex: string): string => hex.replace(/^0x/, '').padStart(64, '0');
    const data = `0xa9059cbb${word(account)}${word(supply.toString(16))}`;
    await anvil.mined(await anvil.ask('eth_sendTransaction', { from: deployer, to: token, data }));
    const signer = await SignerProcess.start(folder, { evm: { key: anvilKeys[1], token } });
    const rails = await watchingRails(nodes, signer, depth.litecoin);
    await fund(nodes, signer.address);
    await anvil.setMining(false);
    await anvil.ask('evm_setIntervalMining', blockSeconds.ethereum);
    const { port } = new URL(anvil.url);
    const pool = await RehearsedPool.start(server, nodes, undefined, {
      address: signer.address,
      miner: '',
      env: {
        OPENLODE_PAYOUT_CAP_ACCOUNT: dollars,
        OPENLODE_PAYOUT_CAP_RUN: dollars,
        OPENLODE_PAYOUT_CAP_DAY: dollars,
      },
      paid: {
        rails,
        evm: [
          {
            network: 'ETH',
            account,
            signer: signer.socket,
            nodes: [
              { name: 'one', url: anvil.url },
              { name: 'two', url: `http://localhost:${port}` },
            ],
            tokens: [{ coin: 'WBTC', contract: token }],
            confirmations: depth.ethereum,
          },
        ],
      },
    });
    return new PayingWorld({ pool, nodes, anvil, token, signer, folder });
  }

  /** The present of the pool, in ms since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Moves the clocks of pool and nodes forward. */
  async advance(ms: number): Promise<void> {
    const control = await this.pool.pool.connectControl();
    try {
      this.#ahead = (await control.advance(ms)) - Date.now();
    } finally {
      await control.close();
    }
    await this.#anvil.ask('evm_increaseTime', Math.floor(ms / 1000));
    await this.#setClocks();
  }

  /** Blocks on top of every payment, as many as make it final. */
  async bury(): Promise<void> {
    await this.#nodes.mine(depth.litecoin);
    await this.#anvil.mine(depth.ethereum);
  }

  /** What has come to each of these by the blocks of its nodes, by its target, in units of 10^-18. */
  async received(payees: readonly Payee[]): Promise<ReadonlyMap<string, bigint>> {
    const received = new Map<string, bigint>();
    const scripts = payees.filter(({ coin }) => coin === 'LTC').map(({ target }) => target);
    const [left, right] = await Promise.all(
      [this.#nodes.one, this.#nodes.two].map((node) => coinsAt(node, scripts)),
    );
    for (const script of scripts) {
      const amount = left?.get(script) ?? 0n;
      if (amount !== (right?.get(script) ?? 0n)) throw new Error(`the nodes do not agree about ${script}`);
      received.set(script, amount);
    }
    for (const { coin, target } of payees) {
      if (coin !== 'WBTC') continue;
      const data = `0x70a08231${target.slice(2).padStart(64, '0')}`;
      const held = await this.#anvil.ask<string>('eth_call', { to: this.#token, data }, 'latest');
      received.set(target, BigInt(held) * 10n ** 10n);
    }
    return received;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.db.close();
    await this.pool.close();
    await this.#signer.close();
    await this.#anvil.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #setClocks(): Promise<void> {
    const time = Math.floor(this.now() / 1000);
    for (const node of [this.#nodes.one, this.#nodes.two]) await node.ask('setmocktime', time);
  }
}

/** The wallet of the suite pays the pool's address: wallets that watch hear of it as of any deposit. */
async function fund(nodes: LitecoinNodes, address: string): Promise<void> {
  await nodes.one.ask('loadwallet', 'pool');
  const login = await readFile(nodes.one.loginFile, 'utf8');
  for (let coin = 0; coin < coins.count; coin += 1)
    await askNode(`${nodes.one.url}/wallet/pool`, login, 'sendtoaddress', [address, coins.worth]);
  await nodes.mine(depth.litecoin);
  await askNode(`${nodes.one.url}/wallet/pool`, login, 'unloadwallet', []);
}

async function coinsAt(
  node: LitecoinNodes['one'],
  scripts: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>();
  if (scripts.length === 0) return found;
  const { unspents } = await node.ask<{ unspents: { scriptPubKey: string; amount: number }[] }>(
    'scantxoutset',
    'start',
    scripts.map((script) => `raw(${script})`),
  );
  for (const { scriptPubKey, amount } of unspents)
    found.set(scriptPubKey, (found.get(scriptPubKey) ?? 0n) + BigInt(Math.round(amount * 1e8)) * 10n ** 10n);
  return found;
}
