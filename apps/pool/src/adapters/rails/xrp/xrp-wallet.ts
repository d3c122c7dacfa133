import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { askAnswering, askEach, type NodeTip } from '../ask-nodes.ts';
import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import { askFee, askSituation, least } from './ask-situation.ts';
import { masterDisabled } from './judge-payee.ts';
import { dropsOf, ledgerAmount } from './units.ts';
import { accountAt, ask, askTip, hasWhole, momentOf, type XrpNode } from './xrp-node.ts';

export interface XrpWalletOptions {
  readonly kind: NodePoolKind;
  readonly account: string;
}

/** What the account holds, with what has to stay in it: the least that a server in step says, with and without what waits. */
export function xrpWallet(options: XrpWalletOptions, nodes: readonly XrpNode[]): NetworkWallet {
  return {
    network: 'XRP',
    async amounts() {
      const reports = await askAnswering(nodes, async ({ rpc }) => {
        const { isSynced } = await askTip(rpc, options.kind);
        return { isSynced, held: await heldAt(rpc, options.account) };
      });
      const synced = reports.filter(({ isSynced }) => isSynced);
      if (synced.length === 0) throw new Error('no server is in step: what the account holds is not known');
      return new Map([['XRP', least(synced.map(({ held }) => held))]]);
    },
  };
}

/** In units of the ledger of the pool; nothing of an account that is not opened yet. */
async function heldAt(rpc: XrpNode['rpc'], account: string): Promise<bigint> {
  const [now, then] = [await accountAt(rpc, account, 'validated'), await accountAt(rpc, account, 'current')];
  return ledgerAmount(least([now?.balance ?? 0n, then?.balance ?? 0n]));
}

/** What an operator wants to know of a server before payouts rely on it. */
export interface XrpNodeReport extends NodeTip {
  readonly held: bigint;
  /** Why payouts cannot rely on it; undefined where they can. */
  readonly fault: string | undefined;
}

/** How far back a server has to have ledgers: what was paid is looked at again for a week, and comparisons begin a day before the newest one. */
const keptMs = 8 * 86_400_000;

/**
 * Asks a server once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a server of another network
 */
export async function askXrpNode(
  { rpc }: XrpNode,
  { kind, account }: XrpWalletOptions,
  now: number,
): Promise<XrpNodeReport> {
  const tip = await askTip(rpc, kind);
  const state = await accountAt(rpc, account, 'validated');
  const report = { height: tip.height, isSynced: tip.isSynced, held: await heldAt(rpc, account) };
  if (state === undefined)
    return {
      ...report,
      fault: `${account} is not on the ledger: ${formatAmount(ledgerAmount(tip.reserveBase))} XRP at least open it`,
    };
  if ((state.flags & masterDisabled) !== 0)
    return {
      ...report,
      fault: `the key of ${account} is disabled (asfDisableMaster): the signer has no other`,
    };
  return { ...report, fault: kind === 'real' ? await historyFault(rpc, tip, now - keptMs) : undefined };
}

async function historyFault(
  rpc: XrpNode['rpc'],
  { complete, height }: { readonly complete: string; readonly height: number },
  from: number,
): Promise<string | undefined> {
  const first = complete
    .split(',')
    .map((each) => Number(each.split('-')[0]))
    .find((each) => hasWhole(complete, each, height));
  if (first === undefined) return `it has not all ledgers up to its newest (${complete})`;
  const ledger = fieldsOf((await ask(rpc, 'ledger', { ledger_index: first }))['ledger'], 'ledger');
  return momentOf(ledger, 'close_time') <= from
    ? undefined
    : `it keeps ledgers from ${first} on, which is less than eight days (ledger_history in its file)`;
}

export interface XrpFundsOptions extends XrpWalletOptions {
  readonly nodes: readonly XrpNode[];
  readonly feeMax: bigint;
}

/** What can be spent by the least word of its servers; what has to stay in the account is none of it. */
export async function xrpFunds(options: XrpFundsOptions): Promise<Funds> {
  const { spendable, fee } = await askSituation(options);
  return { spendable: ledgerAmount(spendable), waiting: 0n, fee: ledgerAmount(fee) };
}

/** What a payment costs now; each is a transaction of its own. */
export async function xrpQuote({ kind, nodes, feeMax }: XrpFundsOptions): Promise<Quote> {
  const { answers, silent } = await askEach(nodes, async ({ rpc }) => {
    // A server of another network says nothing of this one.
    await askTip(rpc, kind);
    return askFee(rpc);
  });
  const fees = answers.toSorted((a, b) => (a < b ? 1 : -1));
  const [highest, second] = fees;
  if (highest === undefined) throw new Error(`no server says what a transaction costs: ${silent.join('; ')}`);
  const alone = ledgerAmount(highest);
  return {
    feeAsset: 'XRP',
    alone,
    together: alone,
    payees: 1,
    ...(second !== undefined && { agreed: lower(ledgerAmount(second), feeMax) }),
    cap: feeMax,
    rate: `${dropsOf(alone)} drops for a transaction`,
  };
}

function lower(value: bigint, cap: bigint): bigint {
  return value < cap ? value : cap;
}
