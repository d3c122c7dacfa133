import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { askAnswering, askEach, type NodeTip } from '../ask-nodes.ts';
import { amountOf, type TronToken } from './assets.ts';
import { type AskedNodes, askSituation, least } from './ask-situation.ts';
import { heldOfToken, symbolOf, tokenFault } from './call-contract.ts';
import { usualFee } from './judge-payee.ts';
import { askBlock } from './read-blocks.ts';
import { tokenBytesFee } from './try-token.ts';
import {
  accountOn,
  type AccountState,
  askFees,
  askTip,
  type FeeParameters,
  type TronNode,
} from './tron-node.ts';
import { ledgerAmount } from './units.ts';

export interface TronWalletOptions extends AskedNodes {
  readonly tokens: readonly TronToken[];
}

/** What the account holds: of each asset the least that a node in step says. What is staked is none of it. */
export function tronWallet(options: TronWalletOptions): NetworkWallet {
  const { nodes, kind, account, tokens, now } = options;
  return {
    network: 'TRX',
    async amounts() {
      const reports = await askAnswering(nodes, async (node) => {
        const { isSynced } = await askTip(node, kind, now());
        const held = new Map([['TRX', heldIn(await accountOn(node, account))]]);
        for (const token of tokens) {
          const fault = await tokenFault(node, token, account);
          if (fault !== undefined) return { isSynced, held, fault };
          held.set(token.coin, amountOf(await heldOfToken(node, token, account), token));
        }
        return { isSynced, held, fault: undefined };
      });
      const synced = reports.filter(({ isSynced }) => isSynced);
      if (synced.length === 0) throw new Error('no node is in step: what the account holds is not known');
      const fault = synced.find((report) => report.fault !== undefined)?.fault;
      if (fault !== undefined) throw new Error(fault);
      const assets = ['TRX', ...tokens.map(({ coin }) => coin)];
      return new Map(
        assets.map((asset) => [asset, least(synced.map(({ held }) => held.get(asset) ?? 0n))] as const),
      );
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
  /** By asset, in units of the ledger. */
  readonly held: ReadonlyMap<string, bigint>;
  /** Tokens that call themselves otherwise than the catalogue, in words. */
  readonly otherNames: readonly string[];
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
  { kind, account, tokens, now }: Omit<TronWalletOptions, 'nodes'>,
): Promise<TronNodeReport> {
  const { height, isSynced } = await askTip(node, kind, now());
  const state = await accountOn(node, account);
  const held = new Map([['TRX', heldIn(state)]]);
  const otherNames: string[] = [];
  const report = { height, isSynced, held, otherNames };
  if (state === undefined)
    return { ...report, fault: 'it knows no such account: TRX that is sent to it opens it' };
  for (const token of tokens) {
    const fault = await tokenFault(node, token, account);
    if (fault !== undefined) return { ...report, fault };
    held.set(token.coin, amountOf(await heldOfToken(node, token, account), token));
    const symbol = await symbolOf(node, token, account);
    if (symbol !== token.coin) otherNames.push(`${token.coin} calls itself ${symbol ?? 'nothing'}`);
  }
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

export interface TronFundsOptions extends TronWalletOptions {
  readonly feeMax: bigint;
}

/** What can be spent of TRX, or of a token, by the least word of its nodes. They count off what waits of TRX; of a token they know what is in blocks alone. */
export async function tronFunds(options: TronFundsOptions, token?: TronToken): Promise<Funds> {
  const { nodes, balance, fees } = await askSituation(options);
  if (token === undefined)
    return { spendable: ledgerAmount(balance), waiting: 0n, fee: ledgerAmount(usualFee(fees)) };
  const held = await Promise.all(nodes.map(({ node }) => heldOfToken(node, token, options.account)));
  return { spendable: amountOf(least(held), token), waiting: 0n, fee: 0n };
}

/** What the contract of USDT takes for a payee who has none of it, the dearest usual case, in units of energy. */
const energyOfTransfer = 131_000n;

function feeOf(fees: FeeParameters, token: TronToken | undefined): bigint {
  return token === undefined ? usualFee(fees) : tokenBytesFee(fees) + energyOfTransfer * fees.energy;
}

/** What a payment costs now, where the account has neither bandwidth for nothing left nor energy; each is a transaction of its own. */
export async function tronQuote(
  { kind, nodes, feeMax, now }: TronFundsOptions,
  token?: TronToken,
): Promise<Quote> {
  const { answers, silent } = await askEach(nodes, async (node) => {
    // A node of another network says nothing of this one.
    await askTip(node, kind, now());
    return feeOf(await askFees(node), token);
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
