import type { ArrivedOutput, OutputName } from '../../domain/kernel/arrivals.ts';
import { signerNetwork } from '../../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import { tronSignerClient } from './signer-client.ts';
import { arrivedPayment, arrivedToken } from './tron/arrived-payment.ts';
import { type TronToken, unitsOf } from './tron/assets.ts';
import type { AskedNodes } from './tron/ask-situation.ts';
import { accountAt } from './tron/tron-address.ts';
import type { TronNode } from './tron/tron-node.ts';
import { tronRail } from './tron/tron-rail.ts';
import { askTronNode, type TronNodeReport, tronWallet, type TronWalletOptions } from './tron/tron-wallet.ts';

/** What an operator decides of where TRX is paid. */
export interface TronSettings {
  /** Of the pool: whether it is the real network, or a test network. */
  readonly kind: NodePoolKind;
  /** The address of the pool's own account. */
  readonly account: string;
  readonly tokens: readonly TronToken[];
  /** The path of the signer's socket. */
  readonly signer: string;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface TronParts {
  readonly nodes: readonly TronNode[];
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

export function openTron(settings: TronSettings, { ledger, nodes }: TronParts): Rail {
  return tronRail({
    ...walletOptions(settings, nodes),
    feeMax: settings.feeMax,
    signer: tronSignerClient({
      socket: settings.signer,
      network: signerNetwork('TRX', settings.kind),
      orderOf({ orderId, payoutId, coin, address, amount }) {
        const token = settings.tokens.find((each) => each.coin === coin);
        return {
          payoutId: `${ledger.slice(0, 32)}:${orderId ?? payoutId}`,
          address,
          amount: unitsOf(amount, token),
          ...(token !== undefined && { token: token.contract }),
        };
      },
    }),
  });
}

/** What the account holds, as its nodes say. */
export function openTronWallet(settings: TronSettings, nodes: readonly TronNode[]): NetworkWallet {
  return tronWallet(walletOptions(settings, nodes));
}

/** What nodes say of a payment that should have come in. */
export function arrivedAtTron(
  name: OutputName,
  settings: Pick<TronSettings, 'kind' | 'account'>,
  nodes: readonly TronNode[],
): Promise<ArrivedOutput> {
  return arrivedPayment(name, askedOf(settings, nodes));
}

/** What nodes say that a transaction has paid to the account of a token in all. Rejects where the settings name no such token. */
export async function paidAtTron(
  coin: string,
  txid: string,
  settings: Pick<TronSettings, 'kind' | 'account' | 'tokens'>,
  nodes: readonly TronNode[],
): Promise<ArrivedOutput> {
  const token = settings.tokens.find((each) => each.coin === coin);
  if (token === undefined) throw new Error(`${coin} is no token on TRX in the settings`);
  return arrivedToken(txid, token, askedOf(settings, nodes));
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export function askTron(settings: TronSettings, node: TronNode): Promise<TronNodeReport> {
  return askTronNode(node, walletOptions(settings, [node]));
}

function walletOptions(
  settings: Pick<TronSettings, 'kind' | 'account' | 'tokens'>,
  nodes: readonly TronNode[],
): TronWalletOptions {
  return { ...askedOf(settings, nodes), tokens: settings.tokens };
}

function askedOf(
  { kind, account: address }: Pick<TronSettings, 'kind' | 'account'>,
  nodes: readonly TronNode[],
): AskedNodes {
  const account = accountAt(address);
  // Checked with the file.
  if (account === undefined) throw new RangeError(`${address} is no address of an account`);
  return { kind, nodes, account, now: Date.now };
}
