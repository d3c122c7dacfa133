import { connect } from 'node:net';
import { LineBuffer } from '@openlode/signing/line-buffer';
import {
  type JournalHead,
  lineLengthMax,
  type NetworkDescription,
  type Order,
  type RecentRequest,
  type PaymentKind,
  printLine,
  type SignerAnswer,
  type SignerRequest,
  type SignRequest as SignLine,
  type TransactionRequest,
  type Transactions,
  type TransactionsRequest,
} from '@openlode/signing/messages';
import { readAnswer } from '@openlode/signing/read-answer';
import { Unanswered } from '../../runtime/call-limit.ts';
import { oneLine } from '../../runtime/one-line.ts';
import type { SignAnswer, SignedBytes, Signer, SignRequest } from './bitcoin/signer.ts';
import type { EvmSigner, EvmSignRequest } from './evm/signer.ts';
import type { MoneroSignAnswer, MoneroSigned, MoneroSigner, MoneroSignRequest } from './monero/signer.ts';
import type { SolanaSigner, SolanaSignRequest } from './solana/signer.ts';
import type { TronSigner, TronSignRequest } from './tron/signer.ts';
import type { XrpSigner, XrpSignRequest } from './xrp/signer.ts';
import { errorText } from '../../runtime/error-text.ts';

export interface SignerClientOptions {
  /** Path of the signer's socket. */
  readonly socket: string;
  /** The network as the signer names it. */
  readonly network: string;
  /** The order in the words of the signer. */
  readonly orderOf: (order: SignRequest['orders'][number]) => Order;
}

/** A signer that reads and signs a transaction of hundreds of coins takes seconds. */
const answerMs = 20_000;
const whyMax = 300;
/** After these its journal may have the transaction all the same. */
const mayHaveSigned: ReadonlySet<string> = new Set(['journal-failed', 'internal', 'journal-behind']);

/** The signer behind a socket of this machine. A call that goes wrong rejects: whether it has signed is then not known. */
export function signerClient({ socket, network, orderOf }: SignerClientOptions): Signer {
  const calls = signerCalls(socket, network);
  const ask = (kind: PaymentKind, { orders, psbt }: SignRequest) =>
    calls.sign(kind, { orders: orders.map(orderOf), unsigned: Buffer.from(psbt).toString('base64') });
  return {
    sign: (request) => ask('payout', request),
    cancel: (request) => ask('cancel', request),
    sweep: (request) => ask('sweep', request),
    signedFor: (order) => calls.signedFor(orderOf(order)),
  };
}

/** The same for an EVM network, whose transactions the signer builds. */
export function evmSignerClient({
  socket,
  network,
  orderOf,
}: Omit<SignerClientOptions, 'orderOf'> & {
  readonly orderOf: (request: Omit<EvmSignRequest, 'fields'>) => Order;
}): EvmSigner {
  const calls = signerCalls(socket, network);
  const ask = (kind: PaymentKind, request: EvmSignRequest) =>
    calls.sign(kind, { orders: [orderOf(request)], unsigned: request.fields });
  return {
    sign: (request) => ask('payout', request),
    cancel: (request) => ask('cancel', request),
    sweep: (request) => ask('sweep', request),
    signedFor: (request) => calls.signedFor(orderOf(request)),
  };
}

/** The same for Monero, whose transactions a wallet beside the signer signs. */
export function moneroSignerClient({ socket, network, orderOf }: SignerClientOptions): MoneroSigner {
  const calls = signerCalls(socket, network);
  const ask = async (
    kind: PaymentKind,
    { orders, unsigned }: MoneroSignRequest,
  ): Promise<MoneroSignAnswer> => {
    const answer = await calls.sign(kind, { orders: orders.map(orderOf), unsigned });
    return answer.kind === 'signed' ? { kind: 'signed', ...withoutSecrets(answer.bytes) } : answer;
  };
  return {
    sign: (request) => ask('payout', request),
    sweep: (request) => ask('sweep', request),
    signedFor: async (order) =>
      (await calls.signedFor(orderOf(order))).map(({ bytes, isOfAnother }) => ({
        ...withoutSecrets(bytes),
        isOfAnother,
      })),
    async signedAs(txid) {
      const [signed] = (await calls.transactions({ type: 'transaction', network, txid })).transactions;
      if (signed === undefined) return undefined;
      const payees = signed.orders.map(({ address }) => address);
      return { ...withoutSecrets(Uint8Array.from(Buffer.from(signed.bytes, 'hex'))), payees };
    },
    async keyImages(outputs) {
      const answer = readLine(await askLine(socket, { type: 'key-images', network, outputs }));
      if (answer.ok && answer.type === 'key-images') return answer.images;
      throw new Error(
        answer.ok
          ? 'the signer has answered something else than it was asked'
          : `the signer does not say what is spent: ${oneLine(answer.why, whyMax)}`,
      );
    },
  };
}

/** The same for Solana, whose messages the pool writes. */
export function solanaSignerClient({ socket, network, orderOf }: SignerClientOptions): SolanaSigner {
  const calls = signerCalls(socket, network);
  const ask = (kind: PaymentKind, { order, message }: SolanaSignRequest) =>
    calls.sign(kind, { orders: [orderOf(order)], unsigned: Buffer.from(message).toString('base64') });
  return {
    sign: (request) => ask('payout', request),
    cancel: (request) => ask('cancel', request),
    sweep: (request) => ask('sweep', request),
    signedFor: (order) => calls.signedFor(orderOf(order)),
  };
}

/** Behind the bytes for the network are the secrets of the transaction, 32 bytes each, and one byte that counts those. */
function withoutSecrets(bytes: Uint8Array): MoneroSigned {
  const end = bytes.length - 1;
  const from = end - 32 * (bytes[end] ?? 0);
  if (from < 0) throw new Unanswered('the signer has answered with bytes that cannot be read');
  return { bytes: bytes.slice(0, from), keys: bytes.slice(from, end) };
}

/** The same for the XRP Ledger, where the signer adds its key to the payment. */
export function xrpSignerClient({ socket, network, orderOf }: SignerClientOptions): XrpSigner {
  const calls = signerCalls(socket, network);
  return {
    sign: ({ order, unsigned }: XrpSignRequest) =>
      calls.sign('payout', { orders: [orderOf(order)], unsigned }),
    signedFor: (order) => calls.signedFor(orderOf(order)),
  };
}

/** The same for TRON, where the pool asks what was signed lately as well. */
export function tronSignerClient({ socket, network, orderOf }: SignerClientOptions): TronSigner {
  const calls = signerCalls(socket, network);
  return {
    sign: ({ order, unsigned }: TronSignRequest) =>
      calls.sign('payout', { orders: [orderOf(order)], unsigned }),
    signedFor: (order) => calls.signedFor(orderOf(order)),
    signedSince: (since) => signedSince(calls, network, since),
  };
}

/** Page by page, the newest first. What is signed meanwhile moves the others on, so that one may come twice and none is left out. */
async function signedSince(
  calls: SignerCalls,
  network: string,
  since: number,
): Promise<readonly Uint8Array[]> {
  const found = new Set<string>();
  for (let skip = 0; ; ) {
    const { transactions, count } = await calls.transactions({ type: 'recent', network, since, skip });
    for (const { bytes } of transactions) found.add(bytes);
    skip += transactions.length;
    if (skip >= count) return [...found].map((bytes) => Uint8Array.from(Buffer.from(bytes, 'hex')));
    if (transactions.length === 0)
      throw new Error(
        `the signer has signed ${count} transactions since then, and does not name all of them`,
      );
  }
}

interface SignerCalls {
  transactions(request: TransactionsRequest | TransactionRequest | RecentRequest): Promise<Transactions>;
  sign(kind: PaymentKind, asked: Pick<SignLine, 'orders' | 'unsigned'>): Promise<SignAnswer>;
  signedFor(order: Order): Promise<readonly SignedBytes[]>;
}

function signerCalls(socket: string, network: string): SignerCalls {
  /** What it said last of its journal: one that was set back since signs nothing. */
  let known: JournalHead | undefined;
  async function transactions(
    request: TransactionsRequest | TransactionRequest | RecentRequest,
  ): Promise<Transactions> {
    const answer = readLine(await askLine(socket, request));
    if (!answer.ok)
      throw new Error(`the signer does not say what it has signed: ${oneLine(answer.why, whyMax)}`);
    if (answer.type !== 'transactions')
      throw new Error('the signer has answered something else than it was asked');
    if (isBehind(answer.journal, known))
      throw new Unanswered(
        'journal-behind: the signer has told of a newer line of its journal than it has now',
      );
    return answer;
  }
  return {
    async sign(kind, asked) {
      const request = { type: 'sign', network, kind, ...asked } as const;
      const answer = readLine(await askLine(socket, { ...request, ...(known !== undefined && { known }) }));
      if (!answer.ok) {
        const why = oneLine(`${answer.reason}: ${answer.why}`, whyMax);
        if (mayHaveSigned.has(answer.reason)) throw new Unanswered(`the signer does not know: ${why}`);
        return { kind: 'refused', why };
      }
      if (answer.type !== 'signed')
        throw new Error('the signer has answered something else than it was asked');
      known = answer.journal;
      return { kind: 'signed', bytes: Uint8Array.from(Buffer.from(answer.bytes, 'hex')) };
    },
    transactions,
    async signedFor({ payoutId, address, amount, token }) {
      const answer = await transactions({ type: 'transactions', payoutId });
      if (answer.transactions.length < answer.count)
        throw new Error(
          `the signer has signed ${answer.count} transactions for one payout, and does not name all of them`,
        );
      return answer.transactions.map(({ bytes, orders }) => ({
        bytes: Uint8Array.from(Buffer.from(bytes, 'hex')),
        isOfAnother: !orders.some(
          (each) =>
            each.payoutId === payoutId &&
            each.address === address &&
            each.amount === amount &&
            each.token === token,
        ),
      }));
    },
  };
}

function isBehind(head: JournalHead, known: JournalHead | undefined): boolean {
  if (known === undefined) return false;
  return head.entry < known.entry || (head.entry === known.entry && head.seal !== known.seal);
}

/** What cannot be read may say that it has signed. */
function readLine(line: string): SignerAnswer {
  try {
    return readAnswer(line);
  } catch (error) {
    const why = errorText(error);
    throw new Unanswered(`the answer of the signer cannot be read: ${why}`);
  }
}

/**
 * What the signer has for a network; undefined where it has no key or no policy for it.
 *
 * @throws Error where it does not answer
 */
export async function describeSigner(
  socket: string,
  network: string,
): Promise<NetworkDescription | undefined> {
  const answer = readAnswer(await askLine(socket, { type: 'describe' }));
  if (!answer.ok) throw new Error(`the signer at ${socket} refuses to say: ${answer.why}`);
  if (answer.type !== 'described')
    throw new Error('the signer has answered something else than it was asked');
  return answer.networks.find((each) => each.network === network);
}

/**
 * Asks one line over a connection of its own.
 *
 * @throws Unanswered where no whole line comes back in time
 */
function askLine(socket: string, request: SignerRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = new LineBuffer(lineLengthMax);
    const connection = connect(socket);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      connection.destroy();
      settle();
    };
    const fail = (why: string): void => end(() => reject(new Unanswered(`the signer at ${socket} ${why}`)));
    const timer = setTimeout(() => fail(`has not answered within ${answerMs / 1000} s`), answerMs);
    connection.setEncoding('utf8');
    connection.on('connect', () => connection.write(printLine(request)));
    connection.on('data', (chunk: string) => {
      const [line] = lines.push(chunk);
      if (line !== undefined) end(() => resolve(line));
      else if (lines.isTooLong) fail('has answered with a line that is too long');
    });
    connection.on('error', ({ message }) => fail(`cannot be asked: ${message}`));
    connection.on('close', () => fail('has closed the connection without an answer'));
  });
}
