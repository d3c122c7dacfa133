import type { ArrivedOutput, OutputName } from '../../domain/kernel/arrivals.ts';
import type { CoinReservations } from '../../domain/kernel/coin-reservations.ts';
import type { NodePoolKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import { arrivedPayment } from './evm/arrived-payment.ts';
import { arrivedToken } from './evm/arrived-token.ts';
import type { EvmToken } from './evm/assets.ts';
import type { EvmNode } from './evm/evm-node.ts';
import { finalityFault } from './evm/final-block.ts';
import { missingFeature } from './evm/missing-feature.ts';
import { evmNetwork } from './evm/evm-networks.ts';
import { evmRail } from './evm/evm-rail.ts';
import { type EvmNetworkWatch, watchEvmNetwork } from './evm/network-watch.ts';
import { askEvmNode, type EvmNodeReport, evmWallet, type EvmWalletOptions } from './evm/evm-wallet.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import { evmSignerClient } from './signer-client.ts';

/** What an operator decides of an EVM network that is paid on. */
export interface EvmSettings {
  /** Of the pool: whether it is the real network, or a test network of its own. */
  readonly kind: NodePoolKind;
  readonly network: string;
  /** In lower case. */
  readonly account: string;
  /** Of replaced keys, in lower case: what has left them is asked for. */
  readonly olderAccounts?: readonly string[];
  readonly tokens: readonly EvmToken[];
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly confirmations: number;
  /** In wei for each unit of gas. */
  readonly gasPriceMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface EvmParts {
  readonly nodes: readonly EvmNode[];
  readonly reservations: CoinReservations;
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

export function openEvm(settings: EvmSettings, { ledger, ...parts }: EvmParts): Rail {
  return evmRail({
    ...settings,
    ...parts,
    facts: evmNetwork(settings.network),
    signer: evmSignerClient({
      socket: settings.signer,
      network: signerNetwork(settings.network, settings.kind),
      orderOf: ({ order, token, units }) => ({
        payoutId: `${ledger.slice(0, 32)}:${order.orderId ?? order.payoutId}`,
        address: order.address,
        amount: units,
        ...(token !== undefined && { token }),
      }),
    }),
  });
}

/** What nodes say of a payment that should have come in. */
export function arrivedAtEvm(
  name: OutputName,
  {
    kind,
    network,
    account,
    olderAccounts = [],
    confirmations,
  }: Pick<EvmSettings, 'kind' | 'network' | 'account' | 'olderAccounts' | 'confirmations'>,
  nodes: readonly EvmNode[],
): Promise<ArrivedOutput> {
  const facts = evmNetwork(network);
  return arrivedPayment(nodes, name, { facts, kind, account, olderAccounts, confirmations });
}

/** What nodes say that a transaction has paid to the account of a token in all. Rejects where the settings name no such token. */
export async function paidAtEvm(
  coin: string,
  txid: string,
  {
    kind,
    network,
    account,
    olderAccounts = [],
    tokens,
    confirmations,
  }: Pick<EvmSettings, 'kind' | 'network' | 'account' | 'olderAccounts' | 'tokens' | 'confirmations'>,
  nodes: readonly EvmNode[],
): Promise<ArrivedOutput> {
  const token = tokens.find((each) => each.coin === coin);
  if (token === undefined) throw new Error(`${coin} is no token of ${network} in the settings`);
  const facts = evmNetwork(network);
  return arrivedToken(nodes, txid, token, { facts, kind, account, olderAccounts, confirmations });
}

/** What a block of a network takes, as its nodes say. */
export function watchEvm(
  { kind, network }: Pick<EvmSettings, 'kind' | 'network'>,
  nodes: readonly EvmNode[],
): EvmNetworkWatch {
  return watchEvmNetwork({ facts: evmNetwork(network), kind }, nodes);
}

/** What the account of a network holds, as its nodes say. */
export function openEvmWallet(settings: EvmSettings, nodes: readonly EvmNode[]): NetworkWallet {
  return evmWallet(walletOptions(settings), nodes);
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askEvm(settings: EvmSettings, node: EvmNode): Promise<EvmNodeReport> {
  const options = walletOptions(settings);
  const report = await askEvmNode(node, options);
  const lacks = async () =>
    (await missingFeature(node, settings.account, report.height)) ?? (await finalityFault(node.rpc, options));
  return { ...report, fault: report.fault ?? (await lacks()) };
}

function walletOptions({ kind, network, account, tokens }: EvmSettings): EvmWalletOptions {
  return { facts: evmNetwork(network), kind, account, tokens };
}
