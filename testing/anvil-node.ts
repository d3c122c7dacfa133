import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testTokenCode } from './anvil/test-token-code.ts';
import { freePorts } from './free-port.ts';
import { NodeProcess } from './node-process.ts';

const packages = join(import.meta.dirname, 'anvil/node_modules/@foundry-rs');

/** The package of this machine. */
const program = existsSync(packages)
  ? readdirSync(packages)
      .map((name) => join(packages, name, 'bin/anvil'))
      .find((path) => existsSync(path))
  : undefined;

/** Whether anvil, a chain of Ethereum's kind, is installed for suites; those that need one are skipped without it. */
export const hasAnvil = program !== undefined;
export const anvilMissing = 'anvil is not installed: npm ci --prefix testing/anvil';

/** The keys that anvil gives coins to: `test test … junk`. The first is the pool's in suites. */
export const anvilKeys = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const;
export const anvilAccounts = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const;

/** What a test token does: as ERC-20 says; answers nothing; answers false and moves nothing; keeps a tenth on the way. */
export const tokenModes = { honest: 0n, quiet: 1n, false: 2n, taxed: 3n } as const;

/** What a transaction does that deploys a test token, of which its sender has all then. */
export function deployTokenData(decimals: number, mode: bigint, supply: bigint): string {
  return testTokenCode + [BigInt(decimals), mode, supply].map(argument).join('');
}

/** The call of a token that pays what its sender has of it, in its smallest units. */
export function transferTokenData(to: string, units: bigint): string {
  return `0xa9059cbb${argument(BigInt(to))}${argument(units)}`;
}

/** The call of a token that answers what an account has of it. */
export function tokenBalanceData(owner: string): string {
  return `0x70a08231${argument(BigInt(owner))}`;
}

function argument(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

interface Receipt {
  readonly contractAddress: string;
  readonly status: string;
}

/** For a busy machine. */
const minedMs = 60_000;

/** One anvil with a chain of its own, which mines a block for each transaction unless it is told not to. */
export class AnvilNode {
  readonly #process = new NodeProcess('anvil');
  readonly #port: number;
  readonly #options: readonly string[];

  private constructor(port: number, options: readonly string[]) {
    this.#port = port;
    this.#options = options;
  }

  /** `options`: of its command line, beside its port. */
  static async start(options: readonly string[] = []): Promise<AnvilNode> {
    const node = new AnvilNode(await freePorts(), options);
    await node.start();
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    if (program === undefined) throw new Error(anvilMissing);
    const given = ['--host', '127.0.0.1', '--port', String(this.#port), '--silent', ...this.#options];
    await this.#process.start(spawn(program, given, { stdio: 'ignore' }), async () => {
      await this.ask('eth_chainId');
      return true;
    });
  }

  async ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      readonly result: T;
      readonly error?: { readonly message: string };
    };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async mine(blocks: number): Promise<void> {
    await this.ask('anvil_mine', `0x${blocks.toString(16)}`);
  }

  /** Whether a block is made for each transaction. */
  async setMining(isAutomatic: boolean): Promise<void> {
    await this.ask('evm_setAutomine', isAutomatic);
  }

  /** Begins its chain again, with a block for each transaction. What waits is dropped first: `anvil_reset` keeps it, and the new chain has it in its first block. */
  async reset(): Promise<void> {
    await this.setMining(false);
    await this.ask('anvil_dropAllTransactions');
    await this.ask('anvil_reset');
    await this.setMining(true);
  }

  /** Deploys a test token, of which the pool's account has all; answers its contract. */
  async deployToken(decimals: number, mode: bigint, supply: bigint): Promise<string> {
    const data = deployTokenData(decimals, mode, supply);
    const hash = await this.ask('eth_sendTransaction', { from: anvilAccounts[0], data, gas: '0x300000' });
    return (await this.mined(hash)).contractAddress;
  }

  /** The receipt of a transaction, once it is in a block: that comes a moment after it was sent. */
  async mined(hash: unknown): Promise<Receipt> {
    for (const deadline = performance.now() + minedMs; performance.now() < deadline; await sleep(10)) {
      const receipt = await this.ask<Receipt | null>('eth_getTransactionReceipt', hash);
      if (receipt !== null) return receipt;
    }
    throw new Error(`${String(hash)} is in no block`);
  }

  async close(): Promise<void> {
    await this.#process.signal('SIGKILL');
  }
}
