import { WalletFailure } from '../families/family.ts';
import { openWholeSigner } from '../open-signer.ts';
import { lineAnswerer } from '../server/answer-line.ts';
import { serveSigner, type SocketPlace } from '../server/serve-signer.ts';
import type { SignerFiles } from '../signer-files.ts';
import type { CommandContext } from './command.ts';
import { describeSigner } from './describe-signer.ts';
import { readSecrets } from './read-secrets.ts';

/**
 * Unlocks the keystore and answers on the socket until it is told to end; resolves when the socket is open.
 *
 * @returns what ends it
 */
export async function runSigner(
  files: SignerFiles,
  place: SocketPlace,
  context: CommandContext,
): Promise<() => Promise<void>> {
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, journal, wallets, close } = openWholeSigner(files, passphrase, context.now);
  if (journal.hadRest)
    context.out('a line that was being written when a signer ended was taken off the journal');
  for (const line of describeSigner(signer.describe())) context.out(line);
  for (const [network, wallet] of wallets)
    await wallet.ready().catch((error: unknown) => {
      if (!(error instanceof WalletFailure)) throw error;
      context.out(`${network}: ${error.message} Nothing of it is signed until it comes up.`);
    });
  const server = await serveSigner(place, lineAnswerer(signer, context.out, context.now)).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  context.out('the signer is open');
  return async () => {
    await server.close();
    await close();
  };
}
