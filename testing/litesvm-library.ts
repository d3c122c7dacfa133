import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = join(import.meta.dirname, 'litesvm/node_modules');
const entries = {
  litesvm: join(modules, 'litesvm/dist/index.js'),
  kit: join(modules, '@solana/kit/dist/index.node.mjs'),
};

/** Whether litesvm, the runtime of Solana within a process, is installed for suites; those that need it are skipped without. */
export const hasLitesvm = Object.values(entries).every((path) => existsSync(path));
export const litesvmMissing = 'litesvm is not installed: npm install --no-save --prefix testing/litesvm';

/** What of litesvm is used here. Numbers that the chain counts in 64 bits are `bigint`. */
export interface LiteSvm {
  airdrop(address: string, lamports: bigint): unknown;
  getAccount(address: string): SvmAccount;
  setAccount(account: SvmAccount): void;
  minimumBalanceForRentExemption(space: bigint): bigint;
  sendTransaction(transaction: unknown): { err?(): unknown };
  simulateTransaction(transaction: unknown): { err?(): unknown };
  latestBlockhash(): string;
  expireBlockhash(): void;
  warpToSlot(slot: bigint): void;
  toBytes(): Uint8Array;
}

export interface SvmAccount {
  readonly address: string;
  readonly exists?: boolean;
  readonly lamports: bigint;
  readonly programAddress: string;
  readonly executable: boolean;
  readonly space: bigint;
  readonly data: Uint8Array;
}

export interface LitesvmLibrary {
  readonly LiteSVM: { new (): LiteSvm; fromBytes(bytes: Uint8Array): LiteSvm };
}

/** What of @solana/kit is used here: it reads what the pool and the signer write. */
export interface SolanaKit {
  getTransactionDecoder(): { decode(bytes: Uint8Array): KitTransaction };
  getCompiledTransactionMessageDecoder(): { decode(bytes: Uint8Array): KitMessage };
}

export interface KitTransaction {
  readonly messageBytes: Uint8Array;
  readonly signatures: Readonly<Record<string, Uint8Array | null>>;
}

export interface KitMessage {
  readonly version: 'legacy' | 0;
  readonly lifetimeToken: string;
  readonly staticAccounts: readonly string[];
  readonly instructions: readonly {
    readonly programAddressIndex: number;
    readonly accountIndices?: readonly number[];
    readonly data?: Uint8Array;
  }[];
}

/** Both, which take a tenth of a second to load. */
export async function loadLitesvm(): Promise<{ readonly svm: LitesvmLibrary; readonly kit: SolanaKit }> {
  const [svm, kit] = await Promise.all(
    Object.values(entries).map((path) => import(pathToFileURL(path).href) as Promise<unknown>),
  );
  return { svm: svm as LitesvmLibrary, kit: kit as SolanaKit };
}
