import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { NodeProcess } from './node-process.ts';
import { nodeReadyMs } from './test-network.ts';

/** Whether this machine has the program that opens wallets of Monero. */
export const hasMoneroWallet = spawnSync('monero-wallet-rpc', ['--version']).status === 0;

/** What a wallet needs to see what comes in, and not to spend. */
export interface WatchedAccount {
  readonly address: string;
  readonly viewkey: string;
  /** With it the wallet spends as well. */
  readonly spendkey?: string;
}

/** Of the wallet that was made for suites, whose address blocks pay to: what it needs to see them, and not to spend. */
export const watched: WatchedAccount = {
  address: '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr',
  viewkey: '3c9a871624ded7a721d42f782f3e8cf832c988ab1711bf3f511723e6d2667e08',
};
const login = 'pool:view only';

/** A view-only wallet of the suites' address on a node, asked with user and password (HTTP digest). */
export class MoneroWallet {
  readonly name = 'view';
  readonly url: string;
  /** Holds `user:password`. */
  readonly loginFile: string;
  readonly #folder: string;
  readonly #process = new NodeProcess('monero-wallet-rpc');

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.loginFile = join(folder, 'login');
  }

  /**
   * @param nodeUrl of the node whose blocks it reads, from the first one on
   * @param account whom it watches
   * @param hasLogin false: anyone on this machine may ask it
   */
  static async start(
    nodeUrl: string,
    account: WatchedAccount = watched,
    hasLogin = true,
  ): Promise<MoneroWallet> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-wallet-'));
    const wallet = new MoneroWallet(folder, await freePorts(1));
    await writeFile(wallet.loginFile, login, { mode: 0o600 });
    const made = join(folder, 'made.json');
    await writeFile(
      made,
      JSON.stringify({ version: 1, filename: join(folder, 'view'), password: '', ...account }),
    );
    const options = {
      'rpc-bind-port': new URL(wallet.url).port,
      'daemon-address': new URL(nodeUrl).host,
      'generate-from-json': made,
      'log-file': join(folder, 'log'),
    };
    const loginOption = hasLogin ? `--rpc-login=${login}` : '--disable-rpc-login';
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    // It takes calls only once it has read the chain.
    await wallet.#process.start(
      spawn('monero-wallet-rpc', [...given, loginOption, '--trusted-daemon', '--non-interactive'], {
        stdio: 'ignore',
        cwd: folder,
      }),
      async () =>
        (await fetch(`${wallet.url}/json_rpc`, { method: 'POST', body: '{}' })).status ===
        (hasLogin ? 401 : 200),
    );
    return wallet;
  }

  /** What it has received in blocks, in 10^-12 XMR. */
  async received(): Promise<bigint> {
    await this.#refresh();
    const { in: incoming = [] } = await this.#ask<{ in?: { amount: number }[] }>('get_transfers', {
      in: true,
    });
    return incoming.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  }

  /** What it has that is not spent, as far as it knows, in 10^-12 XMR. */
  async held(): Promise<bigint> {
    await this.#refresh();
    return BigInt((await this.#ask<{ balance: number }>('get_balance', { account_index: 0 })).balance);
  }

  /** Each payment that it has received in blocks, in 10^-12 XMR. */
  async payments(): Promise<readonly { txid: string; address: string; amount: bigint }[]> {
    await this.#refresh();
    const { in: incoming = [] } = await this.#ask<{
      in?: { txid: string; address: string; amount: number }[];
    }>('get_transfers', { in: true, account_index: 0 });
    return incoming.map(({ txid, address, amount }) => ({ txid, address, amount: BigInt(amount) }));
  }

  /** The keys of its outputs of a transaction. */
  async keysOf(txid: string): Promise<readonly string[]> {
    const { transfers = [] } = await this.#ask<{ transfers?: { tx_hash: string; pubkey: string }[] }>(
      'incoming_transfers',
      { transfer_type: 'all', account_index: 0 },
    );
    return transfers.filter((each) => each.tx_hash === txid).map(({ pubkey }) => pubkey);
  }

  /** Further addresses of its account. */
  async newAddresses(count: number): Promise<readonly string[]> {
    const made = await this.#ask<{ addresses: string[] }>('create_address', { account_index: 0, count });
    return made.addresses;
  }

  /** Its node may just have come back. */
  async #refresh(): Promise<void> {
    for (const deadline = performance.now() + nodeReadyMs; ; await sleep(200)) {
      const why = await this.#ask('refresh').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (why === undefined) return;
      if (performance.now() > deadline) throw why;
    }
  }

  /** Of one that asks for no login. */
  async #ask<T>(method: string, params: object = {}): Promise<T> {
    const response = await fetch(`${this.url}/json_rpc`, {
      method: 'POST',
      headers: { connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(60_000),
    });
    const { result, error } = (await response.json()) as {
      readonly result?: T;
      readonly error?: { readonly message: string };
    };
    if (result === undefined) throw new Error(`${method}: ${error?.message}`);
    return result;
  }

  async close(): Promise<void> {
    await this.#process.signal('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
