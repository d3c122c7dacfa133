import { existsSync } from 'node:fs';
import { beginJournal, Journal } from '../journal/journal.ts';
import { openWholeSigner } from '../open-signer.ts';
import { unlock, type SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { describeSigner } from './describe-signer.ts';
import { readSecrets } from './read-secrets.ts';

/** Opens everything that a start opens, and prints what the signer has. */
export async function checkSigner(files: SignerFiles, context: CommandContext): Promise<void> {
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, wallets, close } = openWholeSigner(files, passphrase, context.now);
  try {
    for (const line of describeSigner(signer.describe())) context.out(line);
    for (const [network, wallet] of wallets) {
      await wallet.ready();
      context.out(`${network}: its wallet comes up`);
    }
  } finally {
    await close();
  }
}

/** Takes the journal that lies there, if it is sound in itself, whatever was written of its end: for one that came from a copy. */
export async function acceptJournal(files: SignerFiles, context: CommandContext): Promise<void> {
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const journal = Journal.open(files, unlock(files, passphrase), true);
  journal.close();
  context.out(`The journal is taken as it is: it ends with line ${journal.head.entry}.`);
}

/** Begins a journal where it was lost: the signer then knows nothing of what it signed before. */
export async function beginNewJournal(files: SignerFiles, context: CommandContext): Promise<void> {
  if (existsSync(files.journal))
    throw new UsageError(`${files.journal} is there: move it away first, if it is to be given up.`);
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  beginJournal(files, unlock(files, passphrase), context.now());
  context.out('A new journal is begun. The signer knows nothing of what it signed before.');
}
