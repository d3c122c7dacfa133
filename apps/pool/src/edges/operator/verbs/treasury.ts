import type { TProperties } from 'typebox';
import { type MoveOutcome, type MoveRequest, moveFunds } from '../../../domain/treasury/move-funds.ts';
import { type ListedMovement, listMovements } from '../../../domain/treasury/treasury-movements.ts';
import { readTreasury } from '../../../domain/views/read-treasury.ts';
import { flag, limit, optionalText, text } from '../parameters.ts';
import { printList, printTable } from '../print-table.ts';
import { amountSentence, instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily, type VerbGroup } from '../verb.ts';

const treasuryShow = looks({
  name: 'treasury show',
  does: 'what the pool owes, keeps and is exposed to, by asset',
  isDefault: true,
  needs: 'database',
  input: {},
  run: (ctx) => readTreasury(ctx, ctx.wallet),
  print: (lines) => {
    // Most pools sweep nothing.
    const isAnyCold = lines.some(({ cold }) => cold !== '0');
    const isAnyAtExchange = lines.some(({ exchanges }) => exchanges !== '0');
    const isAnyMore = lines.some(({ more }) => more !== null);
    const headings = [
      'asset',
      'owed to miners',
      'fees',
      'other',
      'conversion',
      'chains',
      ...(isAnyCold ? ['cold'] : []),
      ...(isAnyAtExchange ? ['exchanges'] : []),
      'wallet',
      'missing',
      ...(isAnyMore ? ['more'] : []),
    ];
    const rows = lines.map(
      ({ asset, liabilities, fees, other, conversion, chains, cold, exchanges, wallet, missing, more }) => [
        asset,
        liabilities,
        fees,
        other,
        conversion,
        chains,
        ...(isAnyCold ? [cold] : []),
        ...(isAnyAtExchange ? [exchanges] : []),
        wallet ?? 'not known',
        missing ?? '',
        ...(isAnyMore ? [more ?? ''] : []),
      ],
    );
    return printTable(headings, rows, new Set(headings.slice(1)));
  },
});

const treasuryMovements = looks({
  name: 'treasury movements',
  does: 'what was moved, the newest first, with reference, reason and operator',
  input: { limit: limit(100) },
  run: listMovements,
  print: (found) =>
    printList(found, 'Nothing was moved.', {
      at: ({ at }) => instant(at),
      kind: ({ kind }) => kind,
      amount: { right: ({ amount }) => amount },
      asset: ({ asset }) => asset,
      network: ({ network }) => network,
      bought: ({ bought }) => bought ?? '',
      reference: ({ reference }) => reference,
      reason: ({ reason }) => reason,
      operator: ({ operator }) => operator,
    }),
});

const amountAndCoin = {
  amount: text('<amount>', 'in whole coins, for example 0.5'),
  coin: text('<coin>', 'a symbol'),
  network: optionalText(
    '--network <network>',
    'whose wallet, where it is not the default network of the coin',
  ),
};
const referenced = {
  reference: text(
    '--reference <text>',
    'what it is called outside: a transaction, an order, an invoice; the same one is booked once',
  ),
};

const treasuryDeposit = moves('deposit', 'deposit', 'book money of your own that came into the wallet');
const treasuryTopUp = moves('top-up', 'top-up', 'book money of your own that came in to pay network fees');
const treasuryWithdraw = moves(
  'withdraw',
  'withdrawal',
  "book what you took out of the wallet: the pool's own, and never what miners are owed",
);
const treasuryCorrect = moves(
  'correct',
  'correction',
  'book what the wallet holds more than the ledger says, or with --missing less; the pool bears it',
  { missing: flag('--missing', 'the wallet holds less than the ledger says') },
);

const treasuryColdReturn = moves(
  'cold-return',
  'cold-return',
  'book what came back from a cold address into the wallet',
);
const treasuryColdWithdraw = moves(
  'cold-withdraw',
  'cold-withdrawal',
  "book what you took from a cold address: the pool's own, or what a network took for a transaction of yours",
);

const treasuryTrade = decides({
  name: 'treasury trade',
  does: 'book that coins were sold for others, as conversions promised',
  input: {
    sold: text('<sold>', 'in whole coins'),
    soldCoin: text('<sold-coin>', 'a symbol'),
    bought: text('<bought>', 'in whole coins'),
    boughtCoin: text('<bought-coin>', 'a symbol'),
    network: optionalText('--network <network>', 'from whose wallet it was sold'),
    boughtNetwork: optionalText('--bought-network <network>', 'into whose wallet it came'),
    despiteRate: optionalText(
      '--despite-rate <why>',
      'book it although both sides differ by more than 5% at the agreed rates, the trades of 30 days lost more than that together, or no rate is known; the reason is kept',
    ),
    creditsMiners: flag(
      '--credits-miners',
      'rewards wait until the coin is sold, and the rates speak against the trade or none is known: they are credited what was bought',
    ),
    ...referenced,
  },
  run: (ctx, { sold, soldCoin, bought, boughtCoin, boughtNetwork, ...rest }) =>
    moveFunds(ctx, {
      kind: 'trade',
      amount: sold,
      coin: soldCoin,
      bought: {
        amount: bought,
        coin: boughtCoin,
        ...(boughtNetwork === undefined ? {} : { network: boughtNetwork }),
      },
      ...rest,
    }),
  asks: (typed) => bookQuestion(tradeWords(typed)),
  isDone: isBooked,
  print: (outcome, typed) => moveSentence(tradeWords(typed), outcome),
});

function moves(
  verb: string,
  kind: Exclude<MoveRequest['kind'], 'trade'>,
  does: string,
  more: TProperties = {},
) {
  return decides({
    name: `treasury ${verb}`,
    does,
    input: { ...amountAndCoin, ...more, ...referenced },
    run: (ctx, input) => moveFunds(ctx, { kind, ...input }),
    asks: ({ amount, coin }) => bookQuestion(`${verb} ${amount} ${coin}`),
    isDone: isBooked,
    print: (outcome, typed) => {
      const sentence = moveSentence(`${verb} ${typed.amount} ${typed.coin}`, outcome);
      const isOutward = kind === 'withdrawal' || ('missing' in typed && typed.missing === true);
      return outcome.kind === 'booked' && isOutward ? `${sentence} ${answerSentence(outcome)}` : sentence;
    },
  });
}

interface Trade {
  readonly sold: string;
  readonly soldCoin: string;
  readonly bought: string;
  readonly boughtCoin: string;
}

function tradeWords({ sold, soldCoin, bought, boughtCoin }: Trade): string {
  return `trade ${sold} ${soldCoin} for ${bought} ${boughtCoin}`;
}

function bookQuestion(what: string): string {
  return `Book: ${what}? An entry is never changed, only corrected.`;
}

const judgedLater =
  'If its reference is a transaction, that is compared when it leaves, and by openlode payouts compare: one that moves something else, or pays a miner, stays unknown.';

/** What the wallet has said of the reference of what left. */
function answerSentence({ answer }: Extract<MoveOutcome, { kind: 'booked' }>): string {
  switch (answer?.kind) {
    case 'sent':
      return 'The wallet has sent it.';
    case 'not-sent':
      return `The wallet has sent no transaction of this reference yet. ${judgedLater}`;
    case 'no-answer':
      return `The wallet did not answer (${answer.why}). ${judgedLater}`;
    case undefined:
      return `The wallet was not asked: no pool runs. ${judgedLater}`;
  }
}

function isBooked({ kind }: MoveOutcome): boolean {
  return kind === 'booked' || kind === 'already-booked';
}

function usedSentence({
  kind,
  amount,
  asset,
  network,
  bought,
  reference,
  at,
  operator,
}: ListedMovement): string {
  const what = `${kind} of ${amount} ${asset} on ${network}${bought === null ? '' : ` for ${bought}`}`;
  return `Not booked: reference ${reference} is the ${what}, booked at ${instant(at)} by ${operator}. See openlode treasury movements.`;
}

/** What was sold is not sold again, so that no plan ends the wait. */
function waitingSentence({ coin, amount }: { readonly coin: string; readonly amount: string }): string {
  return `Rewards of ${amount} ${coin} still wait for a sale and were credited nothing of this one, and the plan has as much less to sell: openlode conversions unsold lists them, conversions release credits them.`;
}

function moveSentence(what: string, outcome: MoveOutcome): string {
  switch (outcome.kind) {
    case 'booked':
      return outcome.uncredited === undefined
        ? `Booked: ${what}.`
        : `Booked: ${what}. ${waitingSentence(outcome.uncredited)}`;
    case 'already-booked':
      return `Booked before: ${what}. Nothing has changed.`;
    case 'reference-used':
      return usedSentence(outcome.earlier);
    case 'malformed-reference':
      return 'A reference has 1 to 200 characters.';
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-amount':
    case 'unknown-network':
    case 'too-many-decimals':
      return amountSentence(outcome);
    case 'same-asset':
      return `Not booked: ${outcome.coin} for ${outcome.coin} is no trade. What you moved between wallets of the pool is still the pool's.`;
    case 'no-rate':
      return `Not booked: no rate of ${outcome.coin} is agreed now, or no pool runs that knows one. Try again when it does, or say with --despite-rate why it is right.`;
    case 'off-rate':
      return `Not booked: what was sold is worth ${outcome.soldUsd} US dollars and what was bought ${outcome.boughtUsd}, ${outcome.percent}% apart; up to 5% is booked. Correct the amounts, or say with --despite-rate why they are right.`;
    case 'losses-add-up':
      return `Not booked: with this one the trades of 30 days lost ${outcome.lostUsd} US dollars at the agreed rates; ${outcome.allowedUsd} is the most. Correct the amounts, or say with --despite-rate why they are right.`;
    case 'credits-miners':
      return `Not booked: rewards wait until ${outcome.amount} ${outcome.coin} are sold, and no agreed rate says that the amounts are right: their miners would be credited what was bought, and it is not taken back. Try again when there is a rate; or compare the amounts, and say --credits-miners.`;
    case 'moved-other':
      return `Not booked: the wallet of ${outcome.network} has sent this transaction, which moved ${outcome.moved} and cost a fee of ${outcome.fee}. Book the amount that left, or with the fee added: with another one it stays unknown.`;
    case 'pays-miner':
      return `Not booked: this transaction pays ${outcome.address}, the address of a miner of ${outcome.coin}: it may be a payout, and stays unknown whatever is booked. Adopt it: openlode payouts adopt.`;
    case 'payout-transaction':
      return `Not booked: this reference is the transaction of payout ${outcome.payout}. See openlode payouts why ${outcome.payout}, or openlode payouts compare.`;
    case 'sweep-transaction':
      return `Not booked: this reference is the transaction of sweep ${outcome.sweep}, which the ledger has once it is final. See openlode treasury sweeps.`;
    case 'transfer-transaction':
      return `Not booked: this reference is the transaction of transfer ${outcome.transfer} from an exchange, which the ledger has once it is in the wallet. See openlode transfers.`;
    case 'lost-sweep':
      return 'Not booked: a journal has this reference as the transaction of a sweep that the database has lost. Take it up: openlode payouts adopt.';
    case 'exceeds-cold':
      return `Not booked: ${outcome.available} lie at the cold addresses of this network.`;
    case 'income':
      return `Not booked: this reference is a payment of ${outcome.upstream}, which is credited to miners. See openlode income list.`;
    case 'exceeds-own':
      return `Only ${outcome.available} is the pool's own: the rest is owed to miners.`;
  }
}

export const treasuryGroup: VerbGroup = {
  name: 'treasury',
  does: 'what the pool owes, keeps and is exposed to, and what you move',
};

export const treasuryVerbs: VerbFamily = {
  group: treasuryGroup,
  verbs: [
    treasuryShow,
    treasuryMovements,
    treasuryDeposit,
    treasuryTopUp,
    treasuryWithdraw,
    treasuryCorrect,
    treasuryTrade,
    treasuryColdReturn,
    treasuryColdWithdraw,
  ],
};
