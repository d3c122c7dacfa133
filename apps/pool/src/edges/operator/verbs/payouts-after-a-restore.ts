import { formatAmount } from '@openlode/money/amount';
import {
  type Comparison,
  compareOutgoing,
  describeUnanswered,
} from '../../../domain/payouts/compare-outgoing.ts';
import {
  type DisregardOutcome,
  disregardTransaction,
} from '../../../domain/payouts/disregard-transaction.ts';
import { blockRecordedMs, type LaggingSearch } from '../../../domain/rounds/block-searches.ts';
import { adoptTransaction } from '../../../domain/treasury/adopt-sweep.ts';
import { flag, instantOfUtc, text } from '../parameters.ts';
import { printTable } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

const payoutsCompare = looks({
  name: 'payouts compare',
  does: 'compare what the wallets and the journals say has left with the database',
  needs: 'wallets',
  keeps: true,
  input: {
    since: instantOfUtc(
      '--since <time>',
      'look back at least to this date or time of UTC (2026-05-01, 2026-05-01T13:00:00Z); without it, as far as was not compared before',
    ),
  },
  run: async ({ payouts, actor }, { since }) =>
    travelling(await compareOutgoing({ ...payouts, actor }, since)),
  finding: {
    means: 'something left that the database does not know, or a wallet did not answer',
    isThere: ({ unknown, unanswered }) => unknown.length + unanswered.length > 0,
  },
  print: comparedText,
});

const txid = text('<transaction>', 'an id that payouts compare names');

const atPoolsCost = flag(
  '--at-the-pools-cost',
  'also while blocks or conversions of before it left may still be credited: the pool bears what the balance lacks, and they are credited as well',
);

const payoutsAdopt = decides({
  name: 'payouts adopt',
  does: 'make a payout of a transaction that left and that the database does not know: its amount leaves its owner’s balance',
  needs: 'wallets',
  input: { txid, atPoolsCost },
  run: async ({ payouts, secret, actor }, typed) =>
    adopted(await adoptTransaction({ ...payouts, secret, actor }, trimmed(typed))),
  asks: (typed) => `adopt ${typed.txid}? Its amount leaves its owner’s balance.`,
  isDone: ({ kind }) => ['adopted', 'known', 'swept', 'known-sweep'].includes(kind),
  print: (outcome, typed) => adoptedText(typed.txid, outcome),
});

const payoutsDisregard = decides({
  name: 'payouts disregard',
  does: 'say that a transaction is no payout, for example a withdrawal of your own: payouts compare names it no more; one that pays a miner is refused',
  needs: 'wallets',
  input: { txid },
  run: async ({ payouts, actor }, input) =>
    disregarded(await disregardTransaction({ ...payouts, actor }, trimmed(input))),
  asks: (typed) => `disregard ${typed.txid}? If it was a payout, its owner can be paid again.`,
  print: (outcome, typed) => disregardedText(typed.txid, outcome),
});

/** Throws a TypeError on a text that says nothing, or too much. */
function trimmed<Input extends { readonly txid: string; readonly reason: string }>(input: Input): Input {
  for (const each of [input.txid, input.reason])
    if (each.trim() === '' || each.length > 500)
      throw new TypeError('a text of 1 to 500 characters is missing');
  return { ...input, txid: input.txid.trim(), reason: input.reason.trim() };
}

/** A comparison as it travels: amounts as decimal text in their coin. */
function travelling({ unknown, ...rest }: Comparison) {
  return {
    ...rest,
    unknown: unknown.map((each) => ({ ...each, amount: formatAmount(each.amount) })),
  };
}

function adopted(outcome: Awaited<ReturnType<typeof adoptTransaction>>) {
  if (outcome.kind === 'swept') return { ...outcome, amount: formatAmount(outcome.amount) };
  if (outcome.kind === 'known' || outcome.kind === 'replaced')
    return { ...outcome, payout: outcome.payout.toString() };
  if (outcome.kind === 'income-awaited') {
    const { chains, pending } = outcome.income;
    const amounts = pending.map(({ asset, amount }) => ({ asset, amount: formatAmount(amount) }));
    return { ...outcome, lacks: formatAmount(outcome.lacks), income: { chains, pending: amounts } };
  }
  if (outcome.kind !== 'adopted') return outcome;
  return {
    ...outcome,
    payout: outcome.payout.toString(),
    fromPool: formatAmount(outcome.fromPool),
    held: outcome.held.map(String),
  };
}

function disregarded(outcome: DisregardOutcome) {
  return outcome.kind === 'pays-payout' ? { ...outcome, payout: outcome.payout.toString() } : outcome;
}

function comparedText(compared: ReturnType<typeof travelling>): string {
  const { since, transactions, unknown, unanswered, blocks } = compared;
  const asked = `The wallets have sent ${transactions} transactions since ${instant(since)}.`;
  const silent =
    unanswered.length === 0
      ? []
      : [
          `${describeUnanswered(unanswered)} The other networks are compared: they can be lifted, and these stay suspended.`,
        ];
  if (unknown.length === 0) {
    const none = unanswered.length === 0 ? 'Each is known.' : 'Of what was compared, each is known.';
    return [`${asked} ${none}`, ...silent].join('\n');
  }
  const rows = unknown.map(({ txid, at, coin, network, amount, address, memo, from }) => [
    txid,
    instant(at),
    coin === '' ? 'not readable' : amount,
    coin,
    network,
    memo === '' ? address : `${address}, memo ${memo}`,
    from,
  ]);
  const headings = ['transaction', 'left', 'amount', 'coin', 'network', 'to', 'known from'];
  const newest = Math.max(...unknown.map(({ at }) => at));
  return [
    `${asked} The database does not know these:`,
    printTable(headings, rows, new Set(['amount'])),
    ...(blocks.length === 0 ? [] : [`First let the pool find its blocks: ${searchText(blocks, newest)}`]),
    ...silent,
    'Adopt each that is a payout (payouts adopt), disregard what is none (payouts disregard), and compare again.',
  ].join('\n');
}

/** How far each chain is searched for own blocks, and when the search reaches `before` (ms). */
function searchText(blocks: readonly LaggingSearch[], before: number): string {
  const places = blocks.map(({ chain, completeUntil }) =>
    completeUntil === undefined
      ? `${chain} is not searched yet`
      : `${chain} is searched up to ${instant(completeUntil)}`,
  );
  return `those of before ${instant(before)} may not be credited yet (${places.join(', ')}). The search runs by itself each minute; it can be through from ${instant(before + blockRecordedMs)} on, once each node answers and each block that it finds is credited.`;
}

function awaitedText(
  txid: string,
  { lacks, leftAt, income }: Extract<ReturnType<typeof adopted>, { kind: 'income-awaited' }>,
): string {
  const { chains, pending } = income;
  return [
    `Not adopted yet: the balance lacks ${lacks}, and income of before ${txid} left may still make it up.`,
    ...(chains.length === 0 ? [] : [`Blocks: ${searchText(chains, leftAt)}`]),
    ...(pending.length === 0
      ? []
      : [
          `Conversions: ${pending.map(({ amount, asset }) => `${amount} ${asset}`).join(', ')} of its owner wait (openlode conversions list).`,
        ]),
    'Adopt it again then. If you know that they are lost for good, add --at-the-pools-cost: the pool bears what the balance lacks.',
  ].join('\n');
}

/** What was reserved when the copy was made may have left as what was adopted. */
function heldText(held: readonly string[]): string {
  if (held.length === 0) return '';
  const them =
    held.length === 1
      ? `Payout ${held[0]} of the same address is`
      : `Payouts ${held.join(', ')} of the same address are`;
  return ` ${them} held now, because what is reserved there may be the money that left: release what is the same money (openlode payouts release): the pool gets back what it bore. What is other money goes to its owner with --to-owner.`;
}

type Adopted = Extract<ReturnType<typeof adopted>, { kind: 'adopted' }>;

function fateText(outcome: Adopted): string {
  if (outcome.held.includes(outcome.payout))
    return `it stays held, because no two nodes know it: openlode payouts why ${outcome.payout} says what for. It goes on when two nodes know it, or when you approve it; payouts release gives its money back once its chain proves that it can never be confirmed.`;
  if (outcome.isAttempt === true)
    return 'it is one of several that were signed for it, and whichever of them is confirmed pays it.';
  return outcome.unsent === true ? `it is held.${unsentText(outcome)}` : 'its chain says what becomes of it.';
}

function unsentText({ unsent }: Pick<Adopted, 'unsent'>): string {
  return unsent === true
    ? ' No two nodes know it, so it is not sent: its money goes back when its chain proves that it can never be confirmed.'
    : '';
}

/** A transaction can pay several miners; each of its payments is adopted by itself. */
function moreText({ more = 0 }: Pick<Adopted, 'more'>): string {
  return more === 0 ? '' : ` It pays ${more} more that are no payouts yet: adopt it again for the next.`;
}

function unreadText(
  txid: string,
  { network, why }: { readonly network: string; readonly why: string },
): string {
  return `no node of ${network} says what ${txid} does (${why}). Bring one back and try again.`;
}

function adoptedText(txid: string, outcome: ReturnType<typeof adopted>): string {
  switch (outcome.kind) {
    case 'swept':
      return `${txid} is sweep ${outcome.sweep}, of ${outcome.amount} ${outcome.coin} to a place of your own; what becomes of it is for its chain to say, and it is booked once it is final: openlode treasury sweeps.`;
    case 'unknown-place':
      return `Not adopted: ${txid} brought the pool's own money to ${outcome.address} at an exchange, and no exchange has named this address since the database was put back. Have it asked: openlode places address <place> ${outcome.coin}, and adopt it again.`;
    case 'known-sweep':
      return `${txid} is sweep ${outcome.sweep} already; nothing was done.`;
    case 'adopted':
      return outcome.fromPool === '0'
        ? `${txid} is payout ${outcome.payout}; ${fateText(outcome)}${moreText(outcome)}`
        : `${txid} is payout ${outcome.payout}. The balance lacked ${outcome.fromPool}, which the pool bore.${unsentText(outcome)}${heldText(outcome.held)}${moreText(outcome)}`;
    case 'known':
      return `${txid} is payout ${outcome.payout} already; nothing was done.`;
    case 'replaced':
      return `Not adopted: ${outcome.by} pays payout ${outcome.payout}, for which ${txid} was signed, and no two nodes know ${txid}: it would be paid twice. Disregard it: openlode payouts disregard ${txid}.`;
    case 'income-awaited':
      return awaitedText(txid, outcome);
    case 'movement':
      return `${txid} is booked as a ${outcome.of}: see openlode treasury movements or income list. Nothing was done.`;
    case 'no-transaction':
      return `Neither a journal nor a wallet knows ${txid}: see openlode payouts compare.`;
    case 'not-answered':
      return `Nothing was adopted: no journal and no wallet that answers has ${txid}. ${describeUnanswered(outcome.unanswered)}`;
    case 'unread':
      return `Nothing was adopted: ${unreadText(txid, outcome)}`;
    case 'not-a-payout':
      return `${txid} is no payout of one amount to one address (${outcome.what}): see openlode payouts disregard.`;
  }
}

function disregardedText(txid: string, outcome: ReturnType<typeof disregarded>): string {
  switch (outcome.kind) {
    case 'done':
      return `${txid} is no payout; it is not named again.`;
    case 'no-transaction':
      return `Nothing was disregarded: neither a journal nor a wallet knows ${txid}. See openlode payouts compare for the id.`;
    case 'not-answered':
      return `Nothing was disregarded: no wallet that answers has ${txid}. ${describeUnanswered(outcome.unanswered)}`;
    case 'unread':
      return `Nothing was disregarded: ${unreadText(txid, outcome)}`;
    case 'pays-payout':
      return `Not disregarded: ${txid} pays payout ${outcome.payout}, which would be paid again. Adopt it: openlode payouts adopt ${txid}.`;
    case 'pays-miner':
      return `Not disregarded: ${txid} pays ${outcome.address}, the address of a miner of ${outcome.coin}, and its owner could be paid again. Adopt it: openlode payouts adopt ${txid}.`;
  }
}

export const payoutsAfterARestoreVerbs: VerbFamily = {
  group: payoutsGroup,
  verbs: [payoutsCompare, payoutsAdopt, payoutsDisregard],
};
