import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { askAnswering, type NodeTip } from '../ask-nodes.ts';
import { type EvmToken, ledgerAmount } from './assets.ts';
import { askTip, balanceOf, callForNumber, type EvmNode } from './evm-node.ts';
import { chainIdOf } from '../../../domain/kernel/network-of-kind.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { balanceData, decimalsData } from './token-calls.ts';

export interface EvmWalletOptions {
  readonly facts: EvmNetwork;
  readonly kind: NodePoolKind;
  /** In lower case. */
  readonly account: string;
  readonly tokens: readonly EvmToken[];
}

/** What an account holds: of each asset the least that a node in step says, with and without what waits. */
export function evmWallet(options: EvmWalletOptions, nodes: readonly EvmNode[]): NetworkWallet {
  return {
    network: options.facts.network,
    async amounts() {
      const reports = await askAnswering(nodes, (node) => askEvmNode(node, options));
      const synced = reports.filter(({ isSynced }) => isSynced);
      if (synced.length === 0) throw new Error('no node is in step: what the account holds is not known');
      const fault = synced.find((report) => report.fault !== undefined)?.fault;
      if (fault !== undefined) throw new Error(fault);
      const least = new Map<string, bigint>();
      for (const { held } of synced)
        for (const [asset, amount] of held) {
          const known = least.get(asset);
          if (known === undefined || amount < known) least.set(asset, amount);
        }
      return least;
    },
  };
}

/** What an operator wants to know of a node before payouts rely on it. */
export interface EvmNodeReport extends NodeTip {
  /** By asset, in units of the ledger. */
  readonly held: ReadonlyMap<string, bigint>;
  /** Why payouts cannot rely on it; undefined where they can. */
  readonly fault: string | undefined;
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askEvmNode(
  { rpc }: EvmNode,
  { facts, kind, account, tokens }: EvmWalletOptions,
): Promise<EvmNodeReport> {
  const tip = await askTip(rpc, chainIdOf(facts, kind));
  const least = async (read: (at: 'latest' | 'pending') => Promise<bigint>): Promise<bigint> => {
    const [now, then] = await Promise.all([read('latest'), read('pending')]);
    return now < then ? now : then;
  };
  const held = new Map([[facts.asset, await least((at) => balanceOf(rpc, account, at))]]);
  for (const token of tokens) {
    const { coin, contract, decimals } = token;
    const reported = await decimalsAt(rpc, contract);
    if (reported === undefined)
      return { ...tip, held, fault: `there is no token at ${contract}, which ${coin} names` };
    if (reported !== BigInt(decimals)) {
      const fault = `the contract of ${coin} has ${reported} decimals instead of ${decimals}: it is another token`;
      return { ...tip, held, fault };
    }
    const units = await least((at) => callForNumber(rpc, contract, balanceData(account), at));
    held.set(coin, ledgerAmount(units, token));
  }
  return { ...tip, held, fault: undefined };
}

/** Undefined where the contract has none, or there is no contract. */
async function decimalsAt(rpc: EvmNode['rpc'], contract: string): Promise<bigint | undefined> {
  const outcome = await rpc.call('eth_call', [{ to: contract, data: decimalsData }, 'latest']);
  if (outcome.kind === 'result' && /^0x[0-9a-f]{64}$/i.test(String(outcome.value)))
    return BigInt(String(outcome.value));
  if (outcome.kind === 'result' || outcome.kind === 'refused') return undefined;
  throw new Error(outcome.why);
}
