import { readFileSync } from 'node:fs';
import { Journal } from './journal/journal.ts';
import { requirePrivate } from './keystore/private-file.ts';
import { PolicyError, readPolicy, type Policy } from './policy/read-policy.ts';
import { familyOf } from './families/registry.ts';
import { Signer } from './signer.ts';
import { unlock, type SignerFiles } from './signer-files.ts';
import type { Secrets } from './keystore/keystore.ts';

/**
 * Opens keystore, policy and journal, in this order, and the signer over them.
 *
 * @throws NotPrivate, KeystoreError, PolicyError, JournalError or FileInUse, each with a sentence for the operator
 */
export function openSigner(
  files: SignerFiles,
  passphrase: string,
  now: () => number,
): { readonly signer: Signer; readonly journal: Journal } {
  const secrets = unlock(files, passphrase);
  requirePrivate(files.policy, 'write');
  const policy = readPolicy(readFileSync(files.policy, 'utf8'));
  requireKeys(policy, secrets);
  const journal = Journal.open(files, secrets);
  return { signer: new Signer({ keys: secrets.keys, policy, journal, now }), journal };
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
