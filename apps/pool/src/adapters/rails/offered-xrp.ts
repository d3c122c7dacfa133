import type { ArrivedOutput, OutputName } from '../../domain/kernel/arrivals.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import { xrpSignerClient } from './signer-client.ts';
import { confirmationsNeeded } from './xrp/ask-situation.ts';
import { arrivedPayment } from './xrp/arrived-payment.ts';
import { signerAddress } from './xrp/read-payee.ts';
import { dropsOf } from './xrp/units.ts';
import type { XrpNode } from './xrp/xrp-node.ts';
import { xrpRail } from './xrp/xrp-rail.ts';
import { askXrpNode, type XrpNodeReport, xrpWallet } from './xrp/xrp-wallet.ts';

/** What an operator decides of where XRP is paid. */
export interface XrpSettings {
  /** Of the pool: whether it is the real network, or a test network of its own. */
  readonly kind: NodePoolKind;
  /** The pool's own. */
  readonly account: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface XrpParts {
  readonly nodes: readonly XrpNode[];
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

export function openXrp(settings: XrpSettings, { ledger, nodes }: XrpParts): Rail {
  const { kind } = settings;
  return xrpRail({
    ...settings,
    nodes,
    signer: xrpSignerClient({
      socket: settings.signer,
      network: signerNetwork('XRP', kind),
      orderOf: (order) => ({
        payoutId: `${ledger.slice(0, 32)}:${order.orderId ?? order.payoutId}`,
        address: signerAddress(order, kind),
        amount: dropsOf(order.amount),
      }),
    }),
  });
}

/** What the account holds, as its servers say. */
export function openXrpWallet(settings: XrpSettings, nodes: readonly XrpNode[]): NetworkWallet {
  return xrpWallet(settings, nodes);
}

/** What servers say of a payment that should have come in. */
export function arrivedAtXrp(
  name: OutputName,
  { kind, account }: Pick<XrpSettings, 'kind' | 'account'>,
  nodes: readonly XrpNode[],
): Promise<ArrivedOutput> {
  return arrivedPayment(nodes, name, { kind, account, confirmations: confirmationsNeeded });
}

/**
 * Asks a server once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a server of another network
 */
export function askXrp(settings: XrpSettings, node: XrpNode): Promise<XrpNodeReport> {
  return askXrpNode(node, settings, Date.now());
}
