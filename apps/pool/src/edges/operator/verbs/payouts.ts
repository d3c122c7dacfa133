import { coins } from '@openlode/catalogue/coins';
import { payoutStates } from '@openlode/ledger/payout-state';
import {
  type ApproveOutcome,
  approvePayouts,
  decidePayout,
  type PayoutDecisionOutcome,
} from '../../../domain/operations/decide-payout.ts';
import {
  type ExplainedPayout,
  explainPayout,
  type ShownPayout,
  showPayouts,
} from '../../../domain/operations/explain-payout.ts';
import { knownNetwork } from '../../../domain/operations/known-network.ts';
import { flag, instantOfUtc, limit, oneOf, optionalText, text, texts } from '../parameters.ts';
import { printPayouts } from '../print-payouts.ts';
import { printTable } from '../print-table.ts';
import { instant, malformedReason, namingSentence } from '../sentences.ts';
import { minersShow } from './miners.ts';
import { decides, type Look, looks, type VerbFamily, type VerbGroup } from '../verb.ts';

const payoutsList = looks({
  name: 'payouts list',
  does: 'the newest payouts and what each waits for',
  input: {
    state: oneOf('--state <state>', 'only those in this state', payoutStates),
    miner: optionalText('--miner <miner>', 'only those of this miner: its id, or COIN:ADDRESS'),
    coin: optionalText('--coin <symbol>', 'only those in this coin'),
    network: optionalText('--network <network>', 'only those on this network'),
    since: instantOfUtc('--since <date>', 'only those reserved at this UTC date or time, or later'),
    before: instantOfUtc('--before <date>', 'only those reserved before this UTC date or time'),
    limit: limit(100),
  },
  run: (ctx, query): Promise<readonly ShownPayout[] | Unlisted> => showPayouts(ctx, query),
  check: async ({ coin, network, miner }, look) => {
    const symbol = coin?.toUpperCase();
    if (symbol !== undefined && !coins.some((each) => each.symbol === symbol))
      return { refusal: { kind: 'unknown' as const, what: `${symbol} is no coin of the catalogue.` } };
    const known = network === undefined ? undefined : knownNetwork(network);
    if (network !== undefined && known === undefined)
      return { refusal: { kind: 'unknown' as const, what: 'No coin has this network.' } };
    const shown = miner === undefined ? undefined : await look(minersShow, { miner });
    if (shown !== undefined && shown.kind !== 'shown')
      return { refusal: { kind: 'unknown' as const, what: namingSentence(miner ?? '', shown) } };
    return {
      adding: {
        ...(symbol !== undefined && { coin: symbol }),
        ...(known !== undefined && { network: known }),
        ...(shown !== undefined && { miner: shown.miner.uuid }),
      },
    };
  },
  isDone: (found) => !('kind' in found),
  print: (found) => {
    if ('kind' in found) return found.what;
    return found.length === 0 ? 'There are no such payouts.' : printPayouts(found);
  },
});

/** A coin, a network or a miner was named that there is not. */
interface Unlisted {
  readonly kind: 'unknown';
  readonly what: string;
}

const id = text('<id>', 'an id of the list');

const payoutsWhy = looks({
  name: 'payouts why',
  does: 'where one payout is, why, and what was done to it',
  input: { id },
  run: explainPayout,
  isDone: (found) => !isMissing(found),
  print: (found, typed) =>
    isMissing(found) ? refusalSentence(`payout ${typed.id}`, found) : printPayout(found),
});

const payoutsHold = decides({
  name: 'payouts hold',
  does: 'keep a payout that has not been sent from going on',
  input: { id },
  run: (ctx, input) => decidePayout(ctx, { ...input, verb: 'hold' }),
  print: (outcome, typed) => decidedSentence(typed.id, outcome, 'waits until you approve or release it'),
});

const payoutsRelease = decides({
  name: 'payouts release',
  does: 'give the money back to its owner, as long as nothing was signed; what is signed, here or in a journal, is held until its chain ends it',
  input: {
    id,
    toOwner: flag(
      '--to-owner',
      'all of it, because it is not the money that the pool bore for its owner by payouts adopt; without it the pool gets that back first',
    ),
  },
  run: (ctx, input) => decidePayout(ctx, { ...input, verb: 'release' }),
  asks: async (typed, look) => `release ${await namePayouts([typed.id], look)}? The payout ends here.`,
  print: (outcome, typed) =>
    decidedSentence(
      typed.id,
      outcome,
      outcome.kind === 'done' && outcome.toPool !== undefined
        ? `is over. The pool got ${outcome.toPool} of it back, which it had paid for the same owner; the rest is back with the owner`
        : 'is over, and its money is back with its owner',
    ),
});

const payoutsRetry = decides({
  name: 'payouts retry',
  does: 'send the stored bytes once more, or ask a wallet that did not sign again; it cannot pay twice',
  input: { id },
  run: (ctx, input) => decidePayout(ctx, { ...input, verb: 'retry' }),
  print: (outcome, typed) => decidedSentence(typed.id, outcome, 'is tried once more when its turn comes'),
});

interface NothingNamed {
  readonly kind: 'nothing-named';
}

const payoutsApprove = decides({
  name: 'payouts approve',
  does: 'let held payouts go on: over a cap, without a price, or held by hand',
  input: {
    ids: texts('[ids...]', 'ids of the list'),
    all: flag(
      '--all',
      'every payout that the pool itself holds; what was held by hand is approved by its id',
    ),
    network: optionalText('--network <network>', 'the same, on one network'),
  },
  run: async (
    ctx,
    { ids, all, network, reason },
  ): Promise<PayoutDecisionOutcome | ApproveOutcome | NothingNamed> => {
    if (!isOneWay({ ids, all, network })) return { kind: 'nothing-named' };
    const [first] = ids;
    if (first !== undefined && ids.length === 1)
      return decidePayout(ctx, { verb: 'approve', id: first, reason });
    return approvePayouts(ctx, {
      ...(ids.length === 0 ? {} : { ids }),
      ...(network === undefined ? {} : { network }),
      reason,
    });
  },
  check: async (typed) => (isOneWay(typed) ? {} : { refusal: { kind: 'nothing-named' as const } }),
  asks: async ({ ids, network }, look) => {
    const where = network === undefined ? '' : ` on ${network}`;
    const what = ids.length === 0 ? `every held payout${where}` : await namePayouts(ids, look);
    return `approve ${what}? It is sent within seconds, and what was sent does not come back.`;
  },
  print: (outcome, { ids: [first = ''] }) => {
    if (outcome.kind === 'nothing-named') return 'Name payouts, or --all, or a --network.';
    if (outcome.kind === 'unknown-network') return 'No coin has this network.';
    if (outcome.kind !== 'done') return refusalSentence(`payout ${first}`, outcome);
    return 'approved' in outcome ? approvedSentence(outcome) : `Payout ${first} goes on within seconds.`;
  },
});

interface Named {
  readonly ids: readonly string[];
  readonly all?: boolean | undefined;
  readonly network?: string | undefined;
}

/** Whether it says in just one way which payouts are meant. */
function isOneWay({ ids, all, network }: Named): boolean {
  return [ids.length > 0, all === true, network !== undefined].filter(Boolean).length === 1;
}

/** Names each payout with its amount and its receiver: who approves has to see what. */
async function namePayouts(ids: readonly string[], look: Look): Promise<string> {
  const named: string[] = [];
  for (const each of ids) {
    const found = await look(payoutsWhy, { id: each });
    named.push(isMissing(found) ? `payout ${each}` : receiverOf(found));
  }
  return named.join(', ');
}

function receiverOf({ id, amount, coin, network, address, memo }: ExplainedPayout): string {
  return `payout ${id} (${amount} ${coin} on ${network} to ${address}${memo === '' ? '' : `, memo ${memo}`})`;
}

function approvedSentence({ approved, left }: Extract<ApproveOutcome, { kind: 'done' }>): string {
  const went = `${approved.length} payouts go on within seconds.`;
  return left.length === 0 ? went : `${went} Left as they are, see openlode payouts why: ${left.join(', ')}.`;
}

type Missing = Extract<PayoutDecisionOutcome, { kind: 'no-payout' | 'malformed-id' }>;

function isMissing(found: ExplainedPayout | Missing): found is Missing {
  return found.kind === 'no-payout' || found.kind === 'malformed-id';
}

function printPayout(payout: ExplainedPayout): string {
  const rows = [
    ['amount', `${payout.amount} ${payout.coin} on ${payout.network}`],
    ['to', payout.memo === '' ? payout.address : `${payout.address}, memo ${payout.memo}`],
    ['worth', payout.usd === null ? 'not known' : `${payout.usd} US dollars when it was reserved`],
    ['miner', payout.uuid],
    ['reserved', `${instant(payout.reservedAt)} (${payout.kind})`],
    ['state', payout.state],
    ['waits for', payout.waitsFor ?? 'nothing: it is over'],
    ['transaction', payout.txid ?? 'not signed'],
    ...(payout.chainId === null ? [] : [['id on its network', payout.chainId] as const]),
    [
      'sent',
      payout.lastSentAt === null
        ? timesOf(payout.sends)
        : `${timesOf(payout.sends)}, last ${instant(payout.lastSentAt)}`,
    ],
    ...(payout.refusal === null
      ? []
      : [['refused', `${instant(payout.refusal.at)} by the network: ${payout.refusal.why}`]]),
    ['confirmations', payout.confirmations],
    ...(payout.reason === null ? [] : [['reason for its owner', payout.reason]]),
    ...(payout.note === null ? [] : [['note', payout.note]]),
    ...(payout.endedAt === null ? [] : [['ended', instant(payout.endedAt)]]),
    ...payout.actions.map(({ at, actor, action, why }) => [action, `${instant(at)} by ${actor}: ${why}`]),
  ];
  return printTable([`payout ${payout.id}`, ''], rows);
}

function timesOf(count: number): string {
  if (count === 0) return 'not yet';
  return count === 1 ? 'once' : `${count} times`;
}

function decidedSentence(payout: string, outcome: PayoutDecisionOutcome, done: string): string {
  return outcome.kind === 'done' ? `Payout ${payout} ${done}.` : refusalSentence(`payout ${payout}`, outcome);
}

function refusalSentence(subject: string, outcome: Exclude<PayoutDecisionOutcome, { kind: 'done' }>): string {
  switch (outcome.kind) {
    case 'no-payout':
      return `There is no ${subject}: see openlode payouts list.`;
    case 'awaits-chain':
      return `Not yet: ${subject} is signed, or a journal has its bytes. It is held from now on, and its money goes back by itself once two nodes prove that its bytes can never be confirmed: see openlode payouts why. To end it now, cancel it (openlode payouts cancel); to let it leave after all, approve it.`;
    case 'several-transactions':
      return `Not possible: a journal has several transactions of ${subject}, ${outcome.txids.join(' and ')}. Adopt the one that left (openlode payouts adopt), or one of them, and release it then.`;
    case 'restore-loss':
      return `Not possible: ${subject} may be paid already. Since it was reserved, the pool bore ${outcome.amount} for its owner by payouts adopt. Release it (openlode payouts release): the pool gets back what it bore, and its owner the rest; with --to-owner, if it is other money, its owner gets all of it.`;
    case 'not-possible':
      return `Not possible: ${subject} is ${outcome.state}.`;
    case 'malformed-id':
      return 'The id of a payout is a number: see openlode payouts list.';
    case 'malformed-reason':
      return malformedReason;
  }
}

export const payoutsGroup: VerbGroup = {
  name: 'payouts',
  does: 'what leaves, and the word that stops it or lets it',
};

export const payoutsVerbs: VerbFamily = {
  group: payoutsGroup,
  verbs: [payoutsList, payoutsWhy, payoutsHold, payoutsRelease, payoutsRetry, payoutsApprove],
};
