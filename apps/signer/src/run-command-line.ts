import { parseArgs } from 'node:util';
import { UsageError, type CommandContext } from './commands/command.ts';
import { acceptJournal, beginNewJournal, checkSigner } from './commands/check-signer.ts';
import { knownFamily } from './commands/known-family.ts';
import { addKey, backUp, changePassphrase, setUp, showViewKey } from './commands/manage-keys.ts';
import { InputError } from './commands/read-secrets.ts';
import { moveAccount } from './commands/move-account.ts';
import { moveOutputs } from './commands/move-outputs.ts';
import { runSigner } from './commands/run-signer.ts';
import { voidNonce, voidNumber } from './commands/void-number.ts';
import { type NetworkFamily, WalletFailure } from './families/family.ts';
import { framesOf } from './frames-of.ts';
import { JournalError } from './journal/journal.ts';
import { FileInUse } from './journal/line-file.ts';
import { KeystoreError } from './keystore/keystore.ts';
import { NotPrivate } from './keystore/private-file.ts';
import { PolicyError } from './policy/read-policy.ts';
import { SocketError, type SocketPlace } from './server/serve-signer.ts';
import { signerFiles, type SignerFiles } from './signer-files.ts';

export interface CommandEnd {
  /** 0: done; 2: not done. */
  readonly exitCode: 0 | 2;
  /** Ends a signer that runs. */
  readonly close?: () => Promise<void>;
}

const help = `Usage: openlode signer COMMAND [--dir DIRECTORY] …

  setup                     makes a keystore and its journal
  add-key NETWORK           draws a key for a network (--import: reads one that a wallet has exported)
  view-key NETWORK          prints the key by which a wallet of Monero watches what comes in, and spends nothing
  void NETWORK              signs what uses a number of the account for nothing (--number N --price GWEI), and prints it;
                            of Solana a nonce (--from NONCE-ACCOUNT --number NONCE --price MICRO-LAMPORTS)
  move NETWORK              signs what brings all of an older key's account to that of the newest key, and prints it
                            (--from ACCOUNT --balance AMOUNT --number N --price GWEI, --token CONTRACT for a token;
                            of Monero --from ADDRESS --balance AMOUNT --outputs FILE --unsigned FILE)
  run                       unlocks the keystore and answers on a socket (--socket PATH, or fd:NUMBER)
  check                     opens everything as a start does, and prints what the signer has
  passphrase                changes the passphrase
  backup FILE               copies the keystore, and proves that the copy opens
  accept-journal            takes a journal that was copied back as it is
  begin-journal             begins a journal where it was lost

Passphrases and keys are asked for at a terminal, or read from the standard input, one a line.`;

const defaultDirectory = '/var/lib/openlode-signer';
const defaultSocket = '/run/openlode-signer/signer.sock';

/** Runs one command; never throws. What is known to go wrong is told in its sentence, and of everything else only where it happened. */
export async function runCommandLine(
  args: readonly string[],
  context: CommandContext,
  complain: (sentence: string) => void,
): Promise<CommandEnd> {
  try {
    const close = await runCommand(args, context);
    return { exitCode: 0, ...(close === undefined ? {} : { close }) };
  } catch (error) {
    complain(sentenceOf(error));
    return { exitCode: 2 };
  }
}

async function runCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<(() => Promise<void>) | undefined> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: defaultDirectory },
      socket: { type: 'string', default: defaultSocket },
      import: { type: 'boolean', default: false },
      number: { type: 'string', default: '' },
      price: { type: 'string', default: '' },
      from: { type: 'string', default: '' },
      balance: { type: 'string', default: '' },
      token: { type: 'string', default: '' },
      outputs: { type: 'string', default: '' },
      unsigned: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, argument, ...others] = positionals;
  if (values.help || command === undefined) {
    context.out(help);
    return undefined;
  }
  const files = signerFiles(values.dir);
  if (others.length > 0) throw new UsageError('There are too many arguments.');
  if (command === 'run') return runSigner(files, placeOf(values.socket), context);
  if (command === 'void') {
    const { number, price, from } = values;
    const network = needed(argument, 'a network');
    if (signingFamily(network, 'void').useNonce === undefined)
      await voidNumber(files, { network, number, gwei: price }, context);
    else await voidNonce(files, { network, nonceAccount: from, nonce: number, price }, context);
    return undefined;
  }
  if (command === 'move') {
    const { number, price: gwei, from, balance, token, outputs, unsigned } = values;
    const network = needed(argument, 'a network');
    if (signingFamily(network, 'move').readMove === undefined)
      await moveAccount(files, { network, from, token, balance, number, gwei }, context);
    else await moveOutputs(files, { network, from, balance, outputs, unsigned }, context);
    return undefined;
  }
  await manage(command, argument, values.import, files, context);
  return undefined;
}

/** How the transactions of a network are signed, where the command signs any. */
function signingFamily(network: string, command: 'void' | 'move'): NetworkFamily {
  const family = knownFamily(network);
  const why = family.notSigned?.(network)[command];
  if (why !== undefined) throw new UsageError(why);
  return family;
}

async function manage(
  command: string,
  argument: string | undefined,
  isImported: boolean,
  files: SignerFiles,
  context: CommandContext,
): Promise<void> {
  switch (command) {
    case 'setup':
      return setUp(files, context);
    case 'add-key':
      return addKey(files, needed(argument, 'a network'), isImported, context);
    case 'view-key':
      return showViewKey(files, needed(argument, 'a network'), context);
    case 'check':
      return checkSigner(files, context);
    case 'passphrase':
      return changePassphrase(files, context);
    case 'backup':
      return backUp(files, needed(argument, 'a file'), context);
    case 'accept-journal':
      return acceptJournal(files, context);
    case 'begin-journal':
      return beginNewJournal(files, context);
    default:
      throw new UsageError(`${command} is no command of the signer (add --help for how to use it).`);
  }
}

function needed(argument: string | undefined, what: string): string {
  if (argument === undefined) throw new UsageError(`The command needs ${what}.`);
  return argument;
}

function placeOf(socket: string): SocketPlace {
  const [, fd] = /^fd:(\d{1,4})$/.exec(socket) ?? [];
  return fd === undefined ? { path: socket } : { fd: Number(fd) };
}

const known = [
  WalletFailure,
  UsageError,
  InputError,
  KeystoreError,
  NotPrivate,
  PolicyError,
  JournalError,
  FileInUse,
  SocketError,
];

function sentenceOf(error: unknown): string {
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return (error as Error).message;
  if (code !== undefined && syscall !== undefined) return `${syscall} ${path ?? ''}: ${code}`;
  return `The signer failed.\n${framesOf(error)}`;
}
