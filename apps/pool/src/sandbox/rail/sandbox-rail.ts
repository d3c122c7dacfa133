import { coins, findCoin } from '@openlode/catalogue/coins';
import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { OutgoingTransaction, Rail, RailTerms } from '../../domain/kernel/rail.ts';
import type { Random } from '../../domain/kernel/random.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import {
  encodeSandboxPayment,
  inspectSandboxPayment,
  sandboxPayment,
  sandboxTxid,
} from './sandbox-payment.ts';
import { readSandboxHoldings, SandboxNetwork, type TakenPayment } from './sandbox-network.ts';

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
  /** What it takes for a payment, in units of 10^-18; the least that it can count where this says nothing. */
  readonly feeOf?: (coin: string, network: string) => bigint | undefined;
}): SandboxRail {
  const { path, random, received = async () => new Map(), feeOf: dearer } = options;
  const network = new SandboxNetwork(path);
  const feeOf = (coin: string, on: string): bigint => dearer?.(coin, on) ?? leastOf(coin, on);
  const at = (clock: Clock): Rail => railAt({ network, feeOf, random }, clock);
  return {
    ...at(options.clock),
    at,
    holdings: async () => ({ amounts: network.holdings(await received()), unanswered: [] }),
    close: () => network.close(),
  };
}

interface RailParts {
  readonly network: SandboxNetwork;
  readonly feeOf: (coin: string, network: string) => bigint;
  readonly random: Random;
}

function railAt({ network, feeOf, random }: RailParts, clock: Clock): Rail {
  const heightNow = (): number => Math.floor(clock.now() / confirmationMs);
  return {
    name: 'sandbox',
    kind: 'sandbox',
    resend: 'same-bytes',
    isOrdered: false,
    networks: allNetworks,
    pays: paysInCatalogue,
    activated: async (on, address) => network.isOpen(on, address),
    terms: (coin, on): RailTerms => ({
      confirmationsNeeded,
      feeAsset: coin,
      feeMax: 10n * feeOf(coin, on),
      ownAddresses: [],
    }),
    quote: async (feeAsset, on) => {
      const fee = feeOf(feeAsset, on);
      // Its two nodes say the same.
      const each = { alone: fee, together: fee, agreed: fee, cap: 10n * fee };
      return { feeAsset, ...each, payees: 1, rate: 'the same for every payment' };
    },
    build: async (orders) => {
      const [{ coin, network: on } = { coin: '', network: '' }] = orders;
      const validUntil = clock.now() + validMs;
      const fee = { asset: coin, amount: feeOf(coin, on) };
      const bytes = encodeSandboxPayment(sandboxPayment(orders, { fee, validUntil, nonce: random.uuid() }));
      return {
        kind: 'signed',
        bytes,
        txid: sandboxTxid(bytes),
        proof: { validUntil: validUntil.toString() },
      };
    },
    inspect: inspectSandboxPayment,
    send: async (_network, bytes) => network.take(bytes, clock.now()),
    lookUp: async (_network, txid, proof) => {
      const status = statusOf(network.find(txid), Number(proof['validUntil']), clock.now());
      return nodes.map((node) => ({ node, height: heightNow(), isSynced: true, status }));
    },
    outgoing: async (since, only) => {
      const sent = network.takenSince(since).map(outgoing);
      return (only === undefined ? allNetworks : [only]).map((on) => ({
        network: on,
        node: 'sandbox-node-1',
        height: heightNow(),
        isSynced: true,
        transactions: sent.filter((each) => each.network === on),
      }));
    },
  };
}

/** One of the smallest units that the network counts in. */
function leastOf(coin: string, network: string): bigint {
  const chain = findCoin(coin)?.chains.find((each) => each.network === network);
  return 10n ** BigInt(Math.max(0, 18 - (chain?.precision ?? 18)));
}

function outgoing({ txid, at, bytes, network, label, validUntil }: TakenPayment): OutgoingTransaction {
  return { network, txid, bytes, proof: { validUntil: validUntil.toString() }, label, at };
}

/** What the chain says of a transaction; all its nodes say the same. */
function statusOf(held: TakenPayment | undefined, validUntil: number, now: number): TransactionStatus {
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
    holdings: async () => ({ amounts: readSandboxHoldings(path, await received()), unanswered: [] }),
  };
}

/** The networks of the catalogue, closed ones too: whether a coin is still paid is not for a rail to say. */
export function paysInCatalogue(coin: string, network: string): boolean {
  return findCoin(coin)?.chains.some((chain) => chain.network === network) ?? false;
}
