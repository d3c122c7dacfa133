import type { ArrivedOutput } from '../../domain/kernel/arrivals.ts';
import type { CoinReservations } from '../../domain/kernel/coin-reservations.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import { solanaSignerClient } from './signer-client.ts';
import { arrivedPayment } from './solana/arrived-payment.ts';
import { isReserved, readAddress } from './solana/read-address.ts';
import { lamportsOf } from './solana/solana-facts.ts';
import type { SolanaNode } from './solana/solana-node.ts';
import { solanaRail } from './solana/solana-rail.ts';
import { askSolanaNode, type SolanaNodeReport, solanaWallet } from './solana/solana-wallet.ts';

/** What an operator decides of where SOL is paid. */
export interface SolanaSettings {
  /** Of the pool: whether it is the real network, or a test network of its own. */
  readonly kind: NodePoolKind;
  /** The pool's own, in base58. */
  readonly account: string;
  /** What payments are made under: the account advances it. */
  readonly nonceAccount: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  /** Slots. */
  readonly confirmations: number;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface SolanaParts {
  readonly nodes: readonly SolanaNode[];
  readonly reservations: CoinReservations;
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

/** @throws RangeError where fewer slots would make a payment final than the network needs */
export function openSolana(settings: SolanaSettings, { ledger, ...parts }: SolanaParts): Rail {
  return solanaRail({
    ...settings,
    ...parts,
    signer: solanaSignerClient({
      socket: settings.signer,
      network: signerNetwork('SOL', settings.kind),
      orderOf: ({ orderId, payoutId, address, amount }) => ({
        payoutId: `${ledger.slice(0, 32)}:${orderId ?? payoutId}`,
        address,
        amount: lamportsOf(amount),
      }),
    }),
  });
}

/** What the account holds, as its nodes say. */
export function openSolanaWallet(settings: SolanaSettings, nodes: readonly SolanaNode[]): NetworkWallet {
  return solanaWallet(settings, nodes);
}

/** What a transaction has brought to the account in all, as its nodes say. */
export function arrivedAtSolana(
  txid: string,
  settings: Pick<SolanaSettings, 'kind' | 'account' | 'confirmations'>,
  nodes: readonly SolanaNode[],
): Promise<ArrivedOutput> {
  return arrivedPayment(nodes, txid, settings);
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export function askSolana(settings: SolanaSettings, node: SolanaNode): Promise<SolanaNodeReport> {
  return askSolanaNode(node, settings);
}

/** Why an address can be no account of SOL, in words for an operator; undefined where it can. */
export function solanaAddressFault(address: string): string | undefined {
  return readAddress(address) === undefined || isReserved(address)
    ? `${address} is no address of SOL`
    : undefined;
}

/** Why SOL is not swept to an address, in words for an operator; undefined where it can be. `own`: the pool's, that the file names. */
export function solanaColdFault(cold: string, own: readonly string[]): string | undefined {
  const fault = solanaAddressFault(cold);
  if (fault !== undefined) return fault;
  return own.includes(cold) ? `${cold} is an account of the pool itself` : undefined;
}
