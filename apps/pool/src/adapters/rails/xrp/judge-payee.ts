import { formatAmount } from '@openlode/money/amount';
import { flag, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { ledgerAmount } from './units.ts';
import { accountAt, ask, type XrpNode, type XrpTip } from './xrp-node.ts';

/** Of an account, as ledgers have them (`LedgerFormats.h`). */
const flags = { requiresTag: 0x0002_0000, disallowsXrp: 0x0008_0000, takesAuthorised: 0x0100_0000 } as const;
/** The account cannot sign with its own key. */
export const masterDisabled = 0x0010_0000;

export interface PayeeQuestion {
  readonly account: string;
  readonly payee: string;
  readonly tag: number | undefined;
  /** In drops. */
  readonly amount: bigint;
}

/** A server, and where it is. */
export interface AskedNode {
  readonly node: XrpNode;
  readonly tip: Pick<XrpTip, 'reserveBase'>;
}

/**
 * Why a payment cannot be made as it is, in words for an operator, by the word of every server; undefined where it can.
 *
 * @throws Error where servers do not agree, or do not answer
 */
export async function payeeFault(
  asked: readonly AskedNode[],
  question: PayeeQuestion,
): Promise<string | undefined> {
  const faults = await Promise.all(asked.map((each) => faultAt(each, question)));
  const [first] = faults;
  if (faults.every((each) => each === undefined)) return undefined;
  if (first !== undefined && faults.every((each) => each !== undefined)) return first;
  const says = asked.map(({ node }, at) => `${node.name}: ${faults[at] ?? 'it can be paid'}`);
  throw new UnreadableAnswer(`servers do not agree on ${question.payee}: ${says.join('; ')}`);
}

async function faultAt(
  { node: { rpc }, tip }: AskedNode,
  { account, payee, tag, amount }: PayeeQuestion,
): Promise<string | undefined> {
  const state = await accountAt(rpc, payee, 'validated');
  if (state === undefined)
    return amount < tip.reserveBase
      ? `${payee} is not on the ledger yet, and ${formatAmount(ledgerAmount(tip.reserveBase))} XRP at least open it`
      : undefined;
  if (state.isPseudo) return `${payee} belongs to the ledger itself, and takes no payments`;
  if ((state.flags & flags.requiresTag) !== 0 && tag === undefined)
    return `${payee} takes payments with a destination tag only (asfRequireDest), and this one has none`;
  if ((state.flags & flags.disallowsXrp) !== 0) return `${payee} asks to be sent no XRP (asfDisallowXRP)`;
  if ((state.flags & flags.takesAuthorised) === 0) return undefined;
  const question = { source_account: account, destination_account: payee, ledger_index: 'validated' };
  if (flag(await ask(rpc, 'deposit_authorized', question), 'deposit_authorized')) return undefined;
  return `${payee} takes payments of those only that it has authorised (asfDepositAuth)`;
}
