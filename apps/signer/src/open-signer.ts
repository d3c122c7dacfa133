import { readFileSync } from 'node:fs';
import { Journal } from './journal/journal.ts';
import { requirePrivate } from './keystore/private-file.ts';
import { PolicyError, readPolicy, type Policy } from './policy/read-policy.ts';
import { dropLeftovers } from './families/monero/memory-folder.ts';
import { familyOf } from './families/registry.ts';
import { Signer } from './signer.ts';
import { unlock, type SignerFiles } from './signer-files.ts';
import type { SigningWallet } from './families/family.ts';
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
