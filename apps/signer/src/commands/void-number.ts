import { readDecimal } from '@openlode/money/decimal-text';
import { Refused } from '../families/family.ts';
import { openSigner } from '../open-signer.ts';
import type { SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { readSecrets } from './read-secrets.ts';

/** Wei of a gwei have nine digits. */
const gweiDecimals = 9;

/**
 * Signs a transaction that uses a number of an account for nothing, and prints its bytes: the payments behind it can go on once it is in a
 * block, and what was signed under the same number can never be confirmed any more.
 */
export async function voidNumber(
  files: SignerFiles,
  { network, number, gwei }: { readonly network: string; readonly number: string; readonly gwei: string },
  context: CommandContext,
): Promise<void> {
  const price = readDecimal(gwei);
  if (
    !/^\d{1,15}$/.test(number) ||
    price === undefined ||
    price.isNegative ||
    price.fraction.length > gweiDecimals
  )
    throw new UsageError('The command needs a number (--number) and a price in gwei (--price).');
  const wei = BigInt(price.whole + price.fraction.padEnd(gweiDecimals, '0'));
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, journal } = openSigner(files, passphrase, context.now);
  try {
    const { txid, bytes } = signer.voidNumber(network, BigInt(number), wei);
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
