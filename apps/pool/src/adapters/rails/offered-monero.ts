import type { ArrivedOutput, OutputName } from '../../domain/kernel/arrivals.ts';
import type { CoinReservations } from '../../domain/kernel/coin-reservations.ts';
import type { NodePoolKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import type { NodeRpc } from '../chains/nodes/node-rpc.ts';
import { arrivedMonero } from './monero/arrived-output.ts';
import type { MoneroNode } from './monero/monero-node.ts';
import { moneroRail } from './monero/monero-rail.ts';
import {
  askMoneroNode,
  askViewWallet,
  type MoneroNodeReport,
  moneroWallet,
  type ViewWalletReport,
} from './monero/monero-wallet.ts';
import { isOneOf, readAddress } from './monero/read-address.ts';
import type { MoneroSigner } from './monero/signer.ts';
import { atomicUnits } from './monero/units.ts';
import { ViewWallet } from './monero/view-wallet.ts';
import { leastDepth, requireDepth, signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import { moneroFacts } from '../chains/monero/chain-facts.ts';
import { moneroSignerClient } from './signer-client.ts';

/** What an operator decides of where XMR is paid. */
export interface MoneroSettings {
  /** Of the pool: whether it is the real network, or a test network of its own. */
  readonly kind: NodePoolKind;
  /** The pool's own. */
  readonly address: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly confirmations: number;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface MoneroParts {
  readonly nodes: readonly MoneroNode[];
  /** The wallet that watches. */
  readonly wallet: NodeRpc;
  /** Accounts of replaced keys, with the wallets that watch them. */
  readonly olderAccounts?: readonly { readonly address: string; readonly wallet: NodeRpc }[];
  readonly reservations: CoinReservations;
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

/** @throws RangeError where fewer blocks would make a payment final than the network needs */
export function openMonero(
  settings: MoneroSettings,
  { ledger, wallet, olderAccounts = [], ...parts }: MoneroParts,
): Rail {
  requireDepth('XMR', settings.confirmations, leastDepth(moneroFacts, settings.kind));
  return moneroRail({
    ...settings,
    ...parts,
    now: Date.now,
    wallet: new ViewWallet(wallet),
    olderAccounts: olderAccounts.map((each) => ({ ...each, wallet: new ViewWallet(each.wallet) })),
    signer: signerOf(settings, ledger),
  });
}

function signerOf(
  { kind, signer: socket }: Pick<MoneroSettings, 'kind' | 'signer'>,
  ledger: string,
): MoneroSigner {
  return moneroSignerClient({
    socket,
    network: signerNetwork('XMR', kind),
    orderOf: ({ orderId, payoutId, address, amount }) => ({
      payoutId: `${ledger.slice(0, 32)}:${orderId ?? payoutId}`,
      address,
      amount: atomicUnits(amount),
    }),
  });
}

/** What the address of the pool holds, as nodes and wallet say. */
export function openMoneroWallet(
  settings: Pick<MoneroSettings, 'kind' | 'address' | 'signer'>,
  { nodes, wallet }: Pick<MoneroParts, 'nodes' | 'wallet'>,
): NetworkWallet {
  const { address } = settings;
  // It is asked for no payment.
  return moneroWallet({ address, nodes, wallet: new ViewWallet(wallet), signer: signerOf(settings, '') });
}

/** Whether money has come in: what wallet and nodes say of one output. */
export function arrivedInMonero(
  name: OutputName,
  settings: Pick<MoneroSettings, 'kind' | 'address' | 'signer' | 'confirmations'>,
  { nodes, wallet, olderAccounts = [] }: Pick<MoneroParts, 'nodes' | 'wallet' | 'olderAccounts'>,
): Promise<ArrivedOutput> {
  const { address, confirmations } = settings;
  // It is asked for images, and whether it has signed the transaction.
  const signer = signerOf(settings, '');
  const olderWallets = olderAccounts.map((each) => new ViewWallet(each.wallet));
  const parts = { address, confirmations, nodes, wallet: new ViewWallet(wallet), olderWallets, signer };
  return arrivedMonero(name, parts);
}

/** Whether an address is one of the account that a wallet watches. */
export function ownsInMonero(address: string, wallet: NodeRpc): Promise<boolean> {
  return new ViewWallet(wallet).hasAddress(address);
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export function askMonero(node: MoneroNode): Promise<MoneroNodeReport> {
  return askMoneroNode(node);
}

/** The same of the wallet that watches. */
export function askMoneroWallet(
  { address }: Pick<MoneroSettings, 'address'>,
  wallet: NodeRpc,
): Promise<ViewWalletReport> {
  return askViewWallet({ address, wallet: new ViewWallet(wallet) });
}

/** Why XMR is not swept to an address, in words for an operator; undefined where it can be. `own`: the pool's, that the file names. */
export function moneroColdFault(cold: string, own: readonly string[]): string | undefined {
  const read = readAddress(cold);
  if (read === undefined) return `${cold} is no address of XMR`;
  return isOneOf(read, own) ? `${cold} is an address of the pool itself` : undefined;
}

/** Why nothing can be paid from an address, in words for an operator; undefined where it can. */
export function moneroAddressFault(address: string): string | undefined {
  const read = readAddress(address);
  if (read === undefined) return `${address} is no address of XMR`;
  if (read.kind === 'primary') return undefined;
  return `${address} is not the primary address of its account: that begins with 4 and has 95 characters`;
}
