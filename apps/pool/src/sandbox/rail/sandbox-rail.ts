import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { coins, findCoin } from '@openlode/catalogue/coins';
import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { DecodedPayment, OutgoingTransaction, Rail, RailTerms } from '../../domain/kernel/rail.ts';
import type { Random } from '../../domain/kernel/random.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import {
  decodeSandboxPayment,
  encodeSandboxPayment,
  sandboxPayment,
  sandboxTxid,
} from './sandbox-payment.ts';
import { openAppendLog } from '../../runtime/append-log/append-log.ts';

/** Where an address exists from its first payment on. */
const networksThatOpen: ReadonlySet<string> = new Set(['XRP']);
/** A confirmation comes every ten seconds, and six make it final. */
const confirmationMs = 10_000;
const confirmationsNeeded = 6;
/** A signed payment that no block has taken by then never will be. */
const validMs = 3_600_000;

/** The nodes that watch it, as a real network would have two of them. */
const nodes = ['sandbox-node-1', 'sandbox-node-2'];

const allNetworks: readonly string[] = [
  ...new Set(coins.flatMap(({ chains }) => chains.map(({ network }) => network))),
];

/** Its file in the directory of the sandbox's chains. */
export const sandboxPayouts = 'sandbox-payouts';

export interface SandboxRail extends Rail, Wallet {
  /** The same chain at the time of another clock: history has a time of its own. */
  at(clock: Clock): Rail;
  close(): void;
}

/**
 * A simulated network of payouts that only this pool uses. What it has taken stands in a file of its own, written through to the disk
 * before it answers: the truth that the ledger can be held against. It sends no coins, and its transaction ids say so.
 */
export function openSandboxRail(options: {
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** What has come into the wallet, by asset: a sandbox has no chain that could be asked for it. */
  readonly received?: () => Promise<ReadonlyMap<string, bigint>>;
}): SandboxRail {
  const { path, random, received = async () => new Map() } = options;
  const log = openAppendLog(path);
  const chain: Chain = { taken: new Map(), opened: new Set(), read: log.bytes };
  for (const line of log.lines) takeIn(chain, line);
  const { taken, opened } = chain;
  /** What another process has sent through the same chain: a node knows it within a moment. */
  const catchUp = (): void => {
    chain.read = readOn(path, chain);
  };

  const precisionOf = (coin: string, network: string): number | undefined =>
    findCoin(coin)?.chains.find((chain) => chain.network === network)?.precision;
  const feeOf = (coin: string, network: string): bigint =>
    10n ** BigInt(Math.max(0, 18 - (precisionOf(coin, network) ?? 18)));

  const at = (clock: Clock): Rail => ({
    name: 'sandbox',
    kind: 'sandbox',
    networks: allNetworks,
    pays: paysInCatalogue,
    activated: async (network, address) =>
      !networksThatOpen.has(network) || opened.has(`${network} ${address}`),
    terms: (coin, network): RailTerms => ({
      confirmationsNeeded,
      feeAsset: coin,
      feeMax: 10n * feeOf(coin, network),
      ownAddresses: [],
    }),
    sign: async (order) => {
      const validUntil = clock.now() + validMs;
      const fee = { asset: order.coin, amount: feeOf(order.coin, order.network) };
      const bytes = encodeSandboxPayment(sandboxPayment(order, { fee, validUntil, nonce: random.uuid() }));
      return {
        kind: 'signed',
        bytes,
        txid: sandboxTxid(bytes),
        proof: { validUntil: validUntil.toString() },
      };
    },
    decode: (_network, bytes) => decodeSandboxPayment(bytes),
    send: async (_network, bytes) => {
      const { txid, validUntil } = decodeSandboxPayment(bytes);
      catchUp();
      if (taken.has(txid)) return;
      const now = clock.now();
      if (now > validUntil) throw new Error('the sandbox takes no payment after its time');
      log.append(`${now} ${txid} ${Buffer.from(bytes).toString('hex')}`);
      catchUp();
    },
    lookUp: async (_network, txid, proof) => {
      catchUp();
      const status = statusOf(taken.get(txid), Number(proof['validUntil']), clock.now());
      const height = Math.floor(clock.now() / confirmationMs);
      return nodes.map((node) => ({ node, height, isSynced: true, status }));
    },
    outgoing: async (since, only) => {
      catchUp();
      const sent = sentSince(taken, since);
      const height = Math.floor(clock.now() / confirmationMs);
      return (only === undefined ? allNetworks : [only]).map((network) => ({
        network,
        node: 'sandbox-node-1',
        height,
        isSynced: true,
        transactions: sent.filter((each) => each.network === network),
      }));
    },
  });
  return {
    ...at(options.clock),
    at,
    holdings: async () => {
      catchUp();
      return less(taken, await received());
    },
    close: () => log.close(),
  };
}

function sentSince(taken: ReadonlyMap<string, Taken>, since: number): OutgoingTransaction[] {
  return [...taken.entries()]
    .filter(([, { at }]) => at >= since)
    .map(([txid, { at, bytes, network, label, validUntil }]) => {
      return { network, txid, bytes, proof: { validUntil: validUntil.toString() }, label, at };
    });
}

/** What the chain says of a transaction; all its nodes say the same. */
function statusOf(held: Taken | undefined, validUntil: number, now: number): TransactionStatus {
  if (held !== undefined) {
    const confirmations = Math.floor((now - held.at) / confirmationMs);
    return confirmations <= 0 ? { kind: 'waiting' } : { kind: 'confirmed', confirmations, fee: held.fee };
  }
  // Once the last block that could have held it is final.
  if (now > validUntil + confirmationsNeeded * confirmationMs)
    return { kind: 'invalidated', why: 'no block took it in its time', fee: 0n };
  return { kind: 'absent' };
}

/** The wallet of a sandbox whose rail another process may hold open: nothing is written. */
export function sandboxWallet(path: string, received: () => Promise<ReadonlyMap<string, bigint>>): Wallet {
  return {
    holdings: async () => {
      const chain: Chain = { taken: new Map(), opened: new Set(), read: 0 };
      readOn(path, chain);
      return less(chain.taken, await received());
    },
  };
}

function less(
  taken: ReadonlyMap<string, Taken>,
  received: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const held = new Map(received);
  for (const { spent } of taken.values())
    for (const [asset, amount] of spent) held.set(asset, (held.get(asset) ?? 0n) - amount);
  return held;
}

/** What a payment takes out of the wallet: its outputs and its fee. */
function spentBy({ outputs, fee }: DecodedPayment): readonly (readonly [asset: string, amount: bigint])[] {
  return [...outputs, fee].map(({ asset, amount }) => [asset, amount] as const);
}

/** The networks of the catalogue, closed ones too: whether a coin is still paid is not for a rail to say. */
export function paysInCatalogue(coin: string, network: string): boolean {
  return findCoin(coin)?.chains.some((chain) => chain.network === network) ?? false;
}

interface Taken {
  readonly at: number;
  readonly fee: bigint;
  readonly spent: ReturnType<typeof spentBy>;
  readonly bytes: Uint8Array;
  readonly network: string;
  readonly label: string;
  readonly validUntil: number;
}

interface Chain {
  readonly taken: Map<string, Taken>;
  /** Addresses that a payment opened. */
  readonly opened: Set<string>;
  /** How many bytes of the file are in it. */
  read: number;
}

/** Takes in the whole lines of the file that are not in the chain yet, and answers how many bytes are. */
function readOn(path: string, chain: Chain): number {
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size <= chain.read) return chain.read;
  const buffer = Buffer.alloc(size - chain.read);
  const file = openSync(path, 'r');
  try {
    readSync(file, buffer, 0, buffer.length, chain.read);
  } finally {
    closeSync(file);
  }
  const whole = buffer.subarray(0, buffer.lastIndexOf('\n') + 1);
  for (const line of whole.toString('latin1').split('\n').slice(0, -1)) takeIn(chain, line);
  return chain.read + whole.length;
}

function takeIn({ taken, opened }: Chain, line: string): void {
  const [at = '', txid = '', hex = ''] = line.split(' ');
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  const payment = decodeSandboxPayment(bytes);
  const { fee, network, label, validUntil } = payment;
  taken.set(txid, {
    at: Number(at),
    fee: fee.amount,
    spent: spentBy(payment),
    bytes,
    network,
    label,
    validUntil,
  });
  open(opened, payment);
}

/** Remembers the addresses that a payment opened. */
function open(opened: Set<string>, { network, outputs }: DecodedPayment): void {
  if (!networksThatOpen.has(network)) return;
  for (const { address } of outputs) opened.add(`${network} ${address}`);
}
