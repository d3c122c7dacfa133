import { readFileSync } from 'node:fs';
import { Journal } from './journal/journal.ts';
import { requirePrivate } from './keystore/private-file.ts';
import { PolicyError, readPolicy, type Policy } from './policy/read-policy.ts';
import { dropLeftovers } from './families/monero/memory-folder.ts';
import { familyOf } from './families/registry.ts';
import { Signer } from './signer.ts';
import { unlock, type SignerFiles } from './signer-files.ts';
import { Refused, type SigningWallet } from './families/family.ts';
import type { Secrets, SigningKey } from './keystore/keystore.ts';

/**
 * Opens keystore, policy and journal, in this order, and the signer over them.
 *
 * @throws NotPrivate, KeystoreError, PolicyError, JournalError or FileInUse, each with a sentence for the operator
 */
export function openSigner(
  files: SignerFiles,
  passphrase: string,
  now: () => number,
): { readonly signer: Signer; readonly journal: Journal; readonly policy: Policy } {
  const { keys, policy, journal } = openFiles(files, passphrase);
  return { signer: new Signer({ keys, policy, journal, now }), journal, policy };
}

export interface WholeSigner {
  readonly signer: Signer;
  readonly journal: Journal;
  /** By network: the programs that sign beside the signer. */
  readonly wallets: ReadonlyMap<string, SigningWallet>;
  readonly close: () => Promise<void>;
}

/** The same with the programs that sign beside the signer, where a network has one: they may not be up yet. Throws what `openSigner` throws. */
export function openWholeSigner(files: SignerFiles, passphrase: string, now: () => number): WholeSigner {
  const { keys, policy, journal } = openFiles(files, passphrase);
  // Of one that was killed, also where its network is not paid any more.
  dropLeftovers(files.directory);
  const wallets = new Map<string, SigningWallet>();
  for (const [network, { walletPort: port }] of policy) {
    const secret = keys.findLast((key) => key.network === network)?.secret;
    if (port === undefined || secret === undefined) continue;
    const place = { network, directory: files.directory, port };
    const wallet = familyOf(network)?.openWallet?.(place, secret);
    if (wallet !== undefined) wallets.set(network, wallet);
  }
  return {
    signer: new Signer({ keys, policy, journal, now, wallets }),
    journal,
    wallets,
    close: async () => {
      for (const wallet of wallets.values()) await wallet.close();
      journal.close();
    },
  };
}

/**
 * The same for moving what an older key's account has: with the wallet of that key alone.
 *
 * @param from the address of the older account
 * @throws Refused where there is none; and what `openSigner` throws
 */
export function openMovingSigner(
  files: SignerFiles,
  passphrase: string,
  now: () => number,
  { network, from }: { readonly network: string; readonly from: string },
): {
  readonly signer: Signer;
  readonly wallet: SigningWallet;
  readonly close: () => Promise<void>;
} {
  const { keys, policy, journal } = openFiles(files, passphrase);
  try {
    const family = familyOf(network);
    const own = keys.filter((key) => key.network === network).map(({ secret }) => secret);
    const secret = own.find((each) => family?.describeKey(network, each).address === from);
    if (secret === undefined) throw new Refused('foreign-input', 'No key of the signer is of this account.');
    if (secret === own.at(-1)) throw new Refused('own-address', 'It is the account of the newest key.');
    const port = policy.get(network)?.walletPort;
    dropLeftovers(files.directory);
    const place = { network, directory: files.directory, port: port ?? 0 };
    const wallet = port === undefined ? undefined : family?.openWallet?.(place, secret);
    if (wallet === undefined)
      throw new Refused('unknown-network', 'The signer has no wallet of this network.');
    return {
      signer: new Signer({ keys, policy, journal, now }),
      wallet,
      close: async () => {
        await wallet.close();
        journal.close();
      },
    };
  } catch (error) {
    journal.close();
    throw error;
  }
}

function openFiles(
  files: SignerFiles,
  passphrase: string,
): { readonly keys: readonly SigningKey[]; readonly policy: Policy; readonly journal: Journal } {
  const secrets = unlock(files, passphrase);
  requirePrivate(files.policy, 'write');
  const policy = readPolicy(readFileSync(files.policy, 'utf8'));
  requireKeys(policy, secrets);
  return { keys: secrets.keys, policy, journal: Journal.open(files, secrets) };
}

/** A policy without a key would leave a network unpaid without a word; a sweep to the signer itself would be one in name only. */
function requireKeys(policy: Policy, { keys }: Secrets): void {
  for (const [network, { sweepTo }] of policy) {
    const family = familyOf(network);
    const own = keys.filter((key) => key.network === network);
    if (family === undefined || own.length === 0)
      throw new PolicyError(`${network} has a policy and the keystore has no key for it.`);
    const targetOf = (address: string): string | undefined => family.targetOf(network, address);
    const targets = new Set(own.map(({ secret }) => targetOf(family.describeKey(network, secret).address)));
    if (sweepTo.some((address) => targets.has(targetOf(address))))
      throw new PolicyError(`${network}: sweepTo has an address of the signer itself.`);
  }
}
