import { Refused } from '../families/family.ts';
import { openSigner } from '../open-signer.ts';
import type { SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { readNumber, readPrice, readUnits } from './read-fields.ts';
import { readSecrets } from './read-secrets.ts';

/** As an operator types it. */
export interface TypedMove {
  readonly network: string;
  readonly from: string;
  /** Empty for the coin of the network. */
  readonly token: string;
  readonly balance: string;
  readonly number: string;
  readonly gwei: string;
}

/** Of the coin of every EVM network. */
const coinDecimals = 18;

/** Signs what brings all that an older key's account has of an asset to that of the newest key, and prints its bytes. */
export async function moveAccount(
  files: SignerFiles,
  { network, from, token, balance, number, gwei }: TypedMove,
  context: CommandContext,
): Promise<void> {
  const asked = { number: readNumber(number), price: readPrice(gwei) };
  const account = addressOf(from, '--from');
  const contract = token === '' ? undefined : addressOf(token, '--token');
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  const { signer, journal, policy } = openSigner(files, passphrase, context.now);
  try {
    const decimals =
      contract === undefined ? coinDecimals : policy.get(network)?.tokens.get(contract)?.decimals;
    if (decimals === undefined) throw new Refused('not-allowed', 'The token is none of the signer.');
    const units = readUnits(balance, decimals);
    if (units === undefined) throw new UsageError('The command needs what the account has (--balance).');
    const move = { from: account, token: contract, balance: units, ...asked };
    const { txid, bytes } = signer.moveAccount(network, move);
    context.out(
      `0x${txid} moves it to the newest key with number ${number}. Send it through a node (eth_sendRawTransaction):`,
    );
    context.out(`0x${bytes}`);
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(`${error.reason}: ${error.message}`);
    throw error;
  } finally {
    journal.close();
  }
}

function addressOf(text: string, option: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new UsageError(`The command needs an address (${option}).`);
  return text.toLowerCase();
}
