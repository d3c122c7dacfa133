import { base58 } from '@scure/base';

/** What the message of a transaction says, as the signer signs one; addresses in base58. */
export interface SolanaMessage {
  /** Pays, and the nonce is its to use. */
  readonly account: string;
  readonly nonceAccount: string;
  /** Of the nonce account, in base58: the message stands where others have a recent block hash. */
  readonly nonce: string;
  /** Compute units at most, and what is offered for each, in millionths of a lamport. */
  readonly units: number;
  readonly unitPrice: bigint;
  /** Undefined where the nonce is used for nothing. */
  readonly transfer: SolanaTransfer | undefined;
}

export interface SolanaTransfer {
  readonly payee: string;
  readonly lamports: bigint;
}

/** Programs, and what the runtime keeps: what is paid there is gone, or makes the transaction none. */
const systemProgram = '11111111111111111111111111111111';
const recentBlockhashes = 'SysvarRecentB1ockHashes11111111111111111111';
const computeBudget = 'ComputeBudget111111111111111111111111111111';

const keyLength = 32;
/** Where the accounts begin. */
const accountsAt = 4;

/**
 * The one form in which a message is signed (the older one, without a version): the nonce is advanced first, then units and price are set, then at most one
 * transfer. Three instructions, or four.
 */
export function writeMessage(message: SolanaMessage): Uint8Array {
  const { account, nonceAccount, nonce, units, unitPrice, transfer } = message;
  const accounts = [
    account,
    nonceAccount,
    ...(transfer === undefined ? [] : [transfer.payee]),
    systemProgram,
    recentBlockhashes,
    computeBudget,
  ].map((each) => base58.decode(each));
  const [system, hashes, budget] = [3, 2, 1].map((fromEnd) => accounts.length - fromEnd) as [
    number,
    number,
    number,
  ];
  const instructions = [
    instruction(system, [1, hashes, 0], littleEndian(4n, 4)),
    instruction(budget, [], [2, ...littleEndian(BigInt(units), 4)]),
    instruction(budget, [], [3, ...littleEndian(unitPrice, 8)]),
    ...(transfer === undefined
      ? []
      : [instruction(system, [0, 2], [...littleEndian(2n, 4), ...littleEndian(transfer.lamports, 8)])]),
  ];
  return Uint8Array.from([
    1,
    0,
    3,
    accounts.length,
    ...accounts.flatMap((each) => [...each]),
    ...base58.decode(nonce),
    instructions.length,
    ...instructions.flat(),
  ]);
}

/** Undefined for anything that is not written just as `writeMessage` writes it. */
export function readMessage(bytes: Uint8Array): SolanaMessage | undefined {
  const hasTransfer = bytes[3] === 6;
  const accounts = hasTransfer ? 6 : 5;
  const keyAt = (index: number): string =>
    base58.encode(bytes.subarray(accountsAt + keyLength * index, accountsAt + keyLength * (index + 1)));
  const nonceAt = accountsAt + keyLength * accounts;
  // One byte counts the instructions, the first has ten, and then each has its program, two counts and its kind.
  const unitsAt = nonceAt + keyLength + 1 + 10 + 4;
  const priceAt = unitsAt + 4 + 4;
  const lamportsAt = priceAt + 8 + 9;
  if (bytes.length !== (hasTransfer ? lamportsAt + 8 : priceAt + 8)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const message: SolanaMessage = {
    account: keyAt(0),
    nonceAccount: keyAt(1),
    nonce: keyAt(accounts),
    units: view.getUint32(unitsAt, true),
    unitPrice: view.getBigUint64(priceAt, true),
    transfer: hasTransfer ? { payee: keyAt(2), lamports: view.getBigUint64(lamportsAt, true) } : undefined,
  };
  return Buffer.from(writeMessage(message)).equals(bytes) ? message : undefined;
}

function instruction(program: number, accounts: readonly number[], data: readonly number[]): number[] {
  return [program, accounts.length, ...accounts, data.length, ...data];
}

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_each, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}
