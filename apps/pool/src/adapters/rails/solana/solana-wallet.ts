import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { errorText } from '../../../runtime/error-text.ts';
import { askAnswering, type NodeTip } from '../ask-nodes.ts';
import { requireNonce } from './nonce-account.ts';
import { network } from './payment-builder.ts';
import {
  askAccounts,
  askLeastKept,
  askOldestSlot,
  askTip,
  listedFor,
  type SolanaNode,
} from './solana-node.ts';
import { ledgerAmount } from './solana-facts.ts';

export interface SolanaWalletOptions {
  readonly kind: NodePoolKind;
  readonly account: string;
  readonly nonceAccount: string;
}

/** What an operator wants to know of a node before payouts rely on it. */
export interface SolanaNodeReport extends NodeTip {
  /** In units of the ledger: all that the account has, and what of it has to stay there. */
  readonly held: bigint;
  readonly kept: bigint;
  /** Why payouts cannot rely on it; undefined where they can. */
  readonly fault: string | undefined;
  /** From which slot on it has transactions. */
  readonly oldestSlot: number;
}

/** What the account holds: the least that a node in step says, finalized or about to be. */
export function solanaWallet(options: SolanaWalletOptions, nodes: readonly SolanaNode[]): NetworkWallet {
  return {
    network,
    async amounts() {
      const reports = await askAnswering(nodes, async (node) => ({
        ...(await askTip(node.rpc, options.kind)),
        held: await leastHeld(node, options),
      }));
      const [first, ...others] = reports.filter(({ isSynced }) => isSynced).map(({ held }) => held);
      if (first === undefined) throw new Error('no node is in step: what the account holds is not known');
      return new Map([[network, others.reduce((least, each) => (each < least ? each : least), first)]]);
    },
  };
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export async function askSolanaNode(
  node: SolanaNode,
  options: SolanaWalletOptions,
): Promise<SolanaNodeReport> {
  const { rpc } = node;
  const tip = await askTip(rpc, options.kind);
  return {
    ...tip,
    held: await leastHeld(node, options),
    kept: ledgerAmount(await askLeastKept(rpc, 0)),
    oldestSlot: await askOldestSlot(rpc),
    fault: await faultOf(node, options),
  };
}

async function faultOf(
  { rpc }: SolanaNode,
  { account, nonceAccount }: SolanaWalletOptions,
): Promise<string | undefined> {
  const [state] = (await askAccounts(rpc, [nonceAccount], 'finalized')).accounts;
  try {
    requireNonce(nonceAccount, state, account);
  } catch (error) {
    return errorText(error);
  }
  try {
    await listedFor(rpc, nonceAccount, 'finalized', { minSlot: 0 }).next();
  } catch (error) {
    return `it lists no transactions (--enable-rpc-transaction-history): ${errorText(error)}`;
  }
  return undefined;
}

async function leastHeld({ rpc }: SolanaNode, { account }: SolanaWalletOptions): Promise<bigint> {
  const [final, now] = await Promise.all(
    (['finalized', 'confirmed'] as const).map(async (commitment) => {
      const [state] = (await askAccounts(rpc, [account], commitment)).accounts;
      return state?.lamports ?? 0n;
    }),
  );
  return ledgerAmount((final ?? 0n) < (now ?? 0n) ? (final ?? 0n) : (now ?? 0n));
}
