import { Refused } from '../families/family.ts';
import { openSigner } from '../open-signer.ts';
import type { SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { readNumber, readPrice } from './read-fields.ts';
import { readSecrets } from './read-secrets.ts';

/**
 * Signs a transaction that uses a number of an account for nothing, and prints its bytes: the payments behind it can go on once it is in a
 * block, and what was signed under the same number can never be confirmed any more.
 */
export async function voidNumber(
  files: SignerFiles,
  { network, number, gwei }: { readonly network: string; readonly number: string; readonly gwei: string },
  context: CommandContext,
): Promise<void> {
  const asked = { number: readNumber(number), price: readPrice(gwei) };
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, journal } = openSigner(files, passphrase, context.now);
  try {
    const { txid, bytes } = signer.voidNumber(network, asked.number, asked.price);
    context.out(
      `0x${txid} uses number ${number} for nothing. Send it through a node (eth_sendRawTransaction):`,
    );
    context.out(`0x${bytes}`);
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(`${error.reason}: ${error.message}`);
    throw error;
  } finally {
    journal.close();
  }
}
