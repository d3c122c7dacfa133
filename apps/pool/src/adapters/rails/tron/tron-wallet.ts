import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { askAnswering, askEach, type NodeTip } from '../ask-nodes.ts';
import { type AskedNodes, askSituation, least } from './ask-situation.ts';
import { usualFee } from './judge-payee.ts';
import { askBlock } from './read-blocks.ts';
import { accountOn, type AccountState, askFees, askTip, type TronNode } from './tron-node.ts';
import { ledgerAmount } from './units.ts';

/** What the account holds: the least that a node in step says. What is staked is none of it. */
export function tronWallet({ nodes, kind, account, now }: AskedNodes): NetworkWallet {
  return {
    network: 'TRX',
    async amounts() {
      const reports = await askAnswering(nodes, async (node) => {
        const { isSynced } = await askTip(node, kind, now());
        return { isSynced, held: heldIn(await accountOn(node, account)) };
      });
      const synced = reports.filter(({ isSynced }) => isSynced);
      if (synced.length === 0) throw new Error('no node is in step: what the account holds is not known');
      return new Map([['TRX', least(synced.map(({ held }) => held))]]);
    },
  };
}

/** In units of the ledger of the pool; nothing of an account that is not opened yet. */
function heldIn(state: AccountState | undefined): bigint {
  if (state === undefined) return 0n;
  if (state.balance === undefined) throw new Error('the account holds more than can be said exactly');
  return ledgerAmount(state.balance);
}

/** What an operator wants to know of a node before payouts rely on it. */
export interface TronNodeReport extends NodeTip {
  readonly held: bigint;
  /** Why payouts cannot rely on it; undefined where they can. */
  readonly fault: string | undefined;
}

/** How far back a node has to have blocks: what was paid is looked at again for a week. Blocks come every three seconds, where none is missed. */
const blocksKept = 9 * 28_800;

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export async function askTronNode(
  node: TronNode,
  { kind, account, now }: Omit<AskedNodes, 'nodes'>,
): Promise<TronNodeReport> {
  const { height, isSynced } = await askTip(node, kind, now());
  const state = await accountOn(node, account);
  const report = { height, isSynced, held: heldIn(state) };
  if (state === undefined)
    return { ...report, fault: 'it knows no such account: TRX that is sent to it opens it' };
  return { ...report, fault: await historyFault(node, height) };
}

/** A node that began with a copy of the state alone (a lite node) lacks the blocks of before, or answers no question about any. */
async function historyFault(node: TronNode, height: number): Promise<string | undefined> {
  const oldest = Math.max(1, height - blocksKept);
  try {
    await askBlock(node, oldest);
    return undefined;
  } catch (error) {
    return `it does not give block ${oldest} of nine days ago (${(error as Error).message}): a lite node is none to pay through`;
  }
}

export interface TronFundsOptions extends AskedNodes {
  readonly feeMax: bigint;
}

/** What can be spent by the least word of its nodes, which count off what waits. */
export async function tronFunds(options: TronFundsOptions): Promise<Funds> {
  const { balance, fees } = await askSituation(options);
  return { spendable: ledgerAmount(balance), waiting: 0n, fee: ledgerAmount(usualFee(fees)) };
}

/** What a payment costs now, where the account has no bandwidth for nothing left; each is a transaction of its own. */
export async function tronQuote({ kind, nodes, feeMax, now }: TronFundsOptions): Promise<Quote> {
  const { answers, silent } = await askEach(nodes, async (node) => {
    // A node of another network says nothing of this one.
    await askTip(node, kind, now());
    return usualFee(await askFees(node));
  });
  const [highest, second] = answers.toSorted((a, b) => (a < b ? 1 : -1));
  if (highest === undefined) throw new Error(`no node says what a transaction costs: ${silent.join('; ')}`);
  const alone = ledgerAmount(highest);
  return {
    feeAsset: 'TRX',
    alone,
    together: alone,
    payees: 1,
    ...(second !== undefined && { agreed: lower(ledgerAmount(second), feeMax) }),
    cap: feeMax,
    rate: `${formatAmount(alone)} TRX for a transaction`,
  };
}

function lower(value: bigint, cap: bigint): bigint {
  return value < cap ? value : cap;
}
