import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-port.ts';
import { NodeProcess } from './node-process.ts';

/** Whether this machine has the program that opens wallets of Monero. */
export const hasMoneroWallet = spawnSync('monero-wallet-rpc', ['--version']).status === 0;

/** Of the wallet that was made for suites, whose address blocks pay to: what it needs to see them, and not to spend. */
export const watched = {
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

  /** @param nodeUrl of the node whose blocks it reads, from the first one on */
  static async start(nodeUrl: string): Promise<MoneroWallet> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-wallet-'));
    const wallet = new MoneroWallet(folder, await freePorts(1));
    await writeFile(wallet.loginFile, login, { mode: 0o600 });
    const made = join(folder, 'made.json');
    await writeFile(
      made,
      JSON.stringify({ version: 1, filename: join(folder, 'view'), password: '', ...watched }),
    );
    const options = {
      'rpc-bind-port': new URL(wallet.url).port,
      'rpc-login': login,
      'daemon-address': new URL(nodeUrl).host,
      'generate-from-json': made,
      'log-file': join(folder, 'log'),
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    // It takes calls only once it has read the chain.
    await wallet.#process.start(
      spawn('monero-wallet-rpc', [...given, '--trusted-daemon', '--non-interactive'], {
        stdio: 'ignore',
        cwd: folder,
      }),
      async () => (await fetch(`${wallet.url}/json_rpc`, { method: 'POST', body: '{}' })).status === 401,
    );
    return wallet;
  }

  async close(): Promise<void> {
    await this.#process.signal('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
