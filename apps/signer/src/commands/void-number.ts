import { base58 } from '@scure/base';
import { Refused } from '../families/family.ts';
import { openSigner } from '../open-signer.ts';
import type { Signer } from '../signer.ts';
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
  const { txid, bytes } = await askSigner(files, context, (signer) =>
    signer.voidNumber(network, asked.number, asked.price),
  );
  context.out(
    `0x${txid} uses number ${number} for nothing. Send it through a node (eth_sendRawTransaction):`,
  );
  context.out(`0x${bytes}`);
}

/** The same of a nonce, which is named by its account and its value; its price is for each unit of what is computed. */
export async function voidNonce(
  files: SignerFiles,
  asked: {
    readonly network: string;
    readonly nonceAccount: string;
    readonly nonce: string;
    readonly price: string;
  },
  context: CommandContext,
): Promise<void> {
  const { network, nonceAccount, nonce, price } = asked;
  if (!/^\d{1,15}$/.test(price) || nonceAccount === '' || nonce === '')
    throw new UsageError(
      'The command needs a nonce account (--from), its nonce (--number), and a price in millionths of a lamport (--price).',
    );
  const { txid, bytes } = await askSigner(files, context, (signer) =>
    signer.useNonce(network, { nonceAccount, nonce, unitPrice: BigInt(price) }),
  );
  const id = base58.encode(Buffer.from(txid, 'hex'));
  context.out(`${id} uses the nonce for nothing. Send it through a node (sendTransaction, base64):`);
  context.out(Buffer.from(bytes, 'hex').toString('base64'));
}

async function askSigner<T>(
  files: SignerFiles,
  context: CommandContext,
  ask: (signer: Signer) => T,
): Promise<T> {
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, journal } = openSigner(files, passphrase, context.now);
  try {
    return ask(signer);
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(`${error.reason}: ${error.message}`);
    throw error;
  } finally {
    journal.close();
  }
}
