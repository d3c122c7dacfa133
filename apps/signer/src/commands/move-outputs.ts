import { printDecimal } from '@openlode/money/decimal-text';
import { readFileSync } from 'node:fs';
import type { SignedLine } from '../journal/journal-line.ts';
import { Refused } from '../families/family.ts';
import { familyOf, termsOf } from '../families/registry.ts';
import { openMovingSigner } from '../open-signer.ts';
import type { SignerFiles } from '../signer-files.ts';
import { UsageError, type CommandContext } from './command.ts';
import { readUnits } from './read-fields.ts';
import { readSecrets } from './read-secrets.ts';

/** As an operator types it. */
export interface TypedOutputs {
  readonly network: string;
  /** The address of the older account. */
  readonly from: string;
  readonly balance: string;
  /** Files of the wallet that watches the older account, in hex: all of its outputs, and what it has built of them. */
  readonly outputs: string;
  readonly unsigned: string;
}

/** Has the wallet of an older key sign what brings all of its account to that of the newest key, and prints the bytes of each transaction. */
export async function moveOutputs(
  signerFiles: SignerFiles,
  { network, from, balance, ...files }: TypedOutputs,
  context: CommandContext,
): Promise<void> {
  const { decimals } = termsOf(network) ?? { decimals: 0 };
  const units = readUnits(balance, decimals);
  if (units === undefined) throw new UsageError('The command needs what the account has (--balance).');
  if (from === '') throw new UsageError('The command needs an address (--from).');
  const outputs = readHex(files.outputs, '--outputs');
  const unsigned = readHex(files.unsigned, '--unsigned');
  const [passphrase = ''] = await readSecrets(context.input, ['Passphrase']);
  try {
    const { signer, wallet, close } = openMovingSigner(signerFiles, passphrase, context.now, {
      network,
      from,
    });
    try {
      await wallet.ready();
      // It was made new, and what is built leaves out what the other wallet has had images of.
      await wallet.keyImages(outputs);
      const signed = await wallet.signAll(unsigned);
      const lines = signer.moveOutputs(network, { unsigned, signed, balance: units });
      context.out(sayCost(lines, units, decimals));
      for (const { txid, bytes } of lines) {
        const raw = familyOf(network)?.rawOf?.(Buffer.from(bytes, 'hex')) ?? Buffer.from(bytes, 'hex');
        context.out(`${txid} moves it to the newest key. Send it through a node (send_raw_transaction):`);
        context.out(Buffer.from(raw).toString('hex'));
      }
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(`${error.reason}: ${error.message}`);
    throw error;
  }
}

/** The fee is the choice of the wallet that has built it, which is the pool's: said before anything is sent. */
export function sayCost(
  lines: readonly Pick<SignedLine, 'fee'>[],
  balance: bigint,
  decimals: number,
): string {
  const fees = lines.reduce((sum, { fee }) => sum + fee, 0n);
  const [arrives, costs] = [balance - fees, fees].map((units) => printDecimal(units, decimals));
  return `${arrives} comes to the newest key, and ${costs} goes to the network as fees (transactions: ${lines.length}). Send nothing of it where that is too much.`;
}

function readHex(file: string, option: string): string {
  if (file === '') throw new UsageError(`The command needs a file of the wallet that watches (${option}).`);
  const text = readFileSync(file, 'utf8').trim();
  if (!/^(?:[0-9a-f]{2})+$/.test(text))
    throw new UsageError(`${file} has other things than hexadecimal digits.`);
  return text;
}
