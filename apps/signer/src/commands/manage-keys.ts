import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { familyOf } from '../families/registry.ts';
import { beginJournal } from '../journal/journal.ts';
import { freshSecrets, openKeystore, sealKeystore, type Secrets } from '../keystore/keystore.ts';
import { readPrivateFile, requirePrivate, writePrivateFile } from '../keystore/private-file.ts';
import { unlock, type SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { knownFamily } from './known-family.ts';
import { readSecrets } from './read-secrets.ts';

/** Makes the directory, a keystore without a key, and its journal. */
export async function setUp(files: SignerFiles, context: CommandContext): Promise<void> {
  if (existsSync(files.keystore)) throw new UsageError(`${files.keystore} is there already.`);
  const [passphrase = '', again = ''] = await readSecrets(context.input, [
    'Passphrase of the new keystore',
    'The same again',
  ]);
  if (passphrase !== again) throw new UsageError('The two passphrases differ.');
  mkdirSync(files.directory, { recursive: true, mode: 0o700 });
  requirePrivate(files.directory);
  const secrets = freshSecrets();
  writePrivateFile(files.keystore, sealKeystore(secrets, passphrase, context.scryptCost), { isNew: true });
  beginJournal(files, secrets, context.now());
  context.out(`${files.keystore} and its journal are made. Next: add a key, write ${files.policy}, back up.`);
}

/** Adds a key that is drawn here, or one that a wallet has exported. */
export async function addKey(
  files: SignerFiles,
  network: string,
  isImported: boolean,
  context: CommandContext,
): Promise<void> {
  const family = knownFamily(network);
  const questions = isImported ? ['Passphrase', 'Exported key'] : ['Passphrase'];
  const [passphrase = '', exported = ''] = await readSecrets(context.input, questions);
  const secrets = unlock(files, passphrase);
  const secret = isImported ? family.importKey(network, exported.trim()) : drawKey(family);
  if (secret === undefined) throw new UsageError(`That is no exported key of ${network}.`);
  // A key of two networks could be used under the policy of the one to spend what lies on the other.
  if (secrets.keys.some((key) => Buffer.from(key.secret).equals(secret)))
    throw new UsageError('The keystore has this key already, for this network or another.');
  // Its wallet signs with one key.
  const older = family.openWallet && secrets.keys.findLast((key) => key.network === network);
  const next: Secrets = { ...secrets, keys: [...secrets.keys, { network, secret }] };
  writePrivateFile(files.keystore, sealKeystore(next, passphrase, context.scryptCost));
  const { address, publicKey } = family.describeKey(network, secret);
  context.out(
    `${network} ${address} public key ${publicKey}. Back up the keystore, then start the signer again.`,
  );
  if (older !== undefined)
    context.out(
      `From its next start on the signer pays from this account alone. Move what ${family.describeKey(network, older.secret).address} has before (openlode signer move).`,
    );
  if (family.showViewKey !== undefined)
    context.out(`For the wallet that watches, which spends nothing: view key ${family.showViewKey(secret)}`);
}

/** Prints the secret by which a wallet watches the newest key of a network. */
export async function showViewKey(
  files: SignerFiles,
  network: string,
  context: CommandContext,
): Promise<void> {
  const family = familyOf(network);
  if (family?.showViewKey === undefined)
    throw new UsageError(`Wallets of ${network} watch by the address alone.`);
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const key = unlock(files, passphrase).keys.findLast((each) => each.network === network);
  if (key === undefined) throw new UsageError(`The keystore has no key for ${network}.`);
  context.out(
    `${family.describeKey(network, key.secret).address} view key ${family.showViewKey(key.secret)}`,
  );
}

function drawKey(family: { keyFrom(bytes: Uint8Array): Uint8Array | undefined }): Uint8Array {
  for (;;) {
    const key = family.keyFrom(randomBytes(32));
    if (key !== undefined) return key;
  }
}

/** Encrypts the same keys under another passphrase. */
export async function changePassphrase(files: SignerFiles, context: CommandContext): Promise<void> {
  const [passphrase = '', next = '', again = ''] = await readSecrets(context.input, [
    'Passphrase',
    'New passphrase',
    'The new one again',
  ]);
  if (next !== again) throw new UsageError('The two new passphrases differ.');
  const secrets = unlock(files, passphrase);
  writePrivateFile(files.keystore, sealKeystore(secrets, next, context.scryptCost));
  context.out(
    'The keystore has the new passphrase. Copies of before still open with the old one: destroy them.',
  );
}

/** Copies the keystore to a new file, and proves that the copy opens. */
export async function backUp(files: SignerFiles, copy: string, context: CommandContext): Promise<void> {
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { keys } = unlock(files, passphrase);
  writePrivateFile(copy, readPrivateFile(files.keystore), { isNew: true });
  // Not every disk for backups keeps modes; what lies there is encrypted.
  const copied = openKeystore(readFileSync(copy, 'utf8'), passphrase);
  if (copied.keys.length !== keys.length) throw new UsageError(`${copy} is not what was written.`);
  context.out(`${copy} has ${keys.length} keys and opens with the passphrase.`);
}
