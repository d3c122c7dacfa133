import { addIncome, type IncomeOutcome } from '../../../domain/treasury/add-income.ts';
import { listIncomes } from '../../../domain/treasury/list-incomes.ts';
import { listRelayedBlocks } from '../../../domain/views/list-relayed-blocks.ts';
import { listStatementLines } from '../../../domain/views/list-statement-lines.ts';
import { listStatements } from '../../../domain/views/list-statements.ts';
import { type ListedUpstreamPlace, listUpstreamPlaces } from '../../../domain/views/list-upstream-places.ts';
import { flag, limit, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const incomeList = looks({
  name: 'income list',
  does: 'what other pools have paid for relayed work, the newest first, and which work it was for',
  isDefault: true,
  input: { limit: limit(100) },
  run: listIncomes,
  print: (found) =>
    printList(found, 'No payment of another pool is credited.', {
      at: ({ at }) => instant(at),
      upstream: ({ upstream }) => upstream,
      amount: { right: ({ amount, asset }) => `${amount} ${asset}` },
      'work from': ({ workedFrom }) => instant(workedFrom),
      until: ({ workedUntil }) => instant(workedUntil),
      blocks: { right: ({ blocks }) => blocks },
      round: { right: ({ round }) => round },
      reference: ({ reference }) => reference,
      reason: ({ reason }) => reason,
      operator: ({ operator }) => operator,
    }),
});

const incomeUpstreams = looks({
  name: 'income upstreams',
  does: 'how the other pools stand that give work: what they take of what is sent on, and what they pay for it',
  needs: 'wallets',
  input: {},
  run: (ctx) => ctx.upstreamStandings(),
  print: (found) =>
    printList(found, 'The settings name no other pool.', {
      upstream: ({ upstream }) => upstream,
      algorithm: ({ algorithm }) => algorithm,
      work: ({ hasWork }) => (hasWork === null ? 'not given' : hasWork ? 'yes' : 'none'),
      'sent on': { right: ({ forwarded }) => String(forwarded) },
      accepted: { right: ({ acceptedPercent }) => (acceptedPercent === null ? '' : `${acceptedPercent}%`) },
      'of the work': {
        right: ({ forwardedPercent }) => (forwardedPercent === null ? '' : `${forwardedPercent}%`),
      },
      network: { right: ({ networkPercent }) => (networkPercent === null ? '' : `${networkPercent}%`) },
      blocks: { right: ({ blocksFound, blocksExpected }) => `${blocksFound} of ${blocksExpected}` },
      'in the chain': {
        right: ({ fates, notJudged }) =>
          notJudged === null
            ? `${fates['in-chain']} of ${fates['in-chain'] + fates.lost + fates.missing}`
            : 'not judged',
      },
      missing: { right: ({ fates, notJudged }) => (notJudged === null ? String(fates.missing) : '') },
      unsent: { right: ({ unsent }) => String(unsent) },
      'last paid': ({ lastIncomeAt }) => (lastIncomeAt === null ? 'never' : instant(lastIncomeAt)),
      usually: ({ usualIntervalMs }) =>
        usualIntervalMs === null ? '' : `every ${hoursOf(usualIntervalMs)} h`,
      'due since': ({ dueSince }) => (dueSince === null ? '' : instant(dueSince)),
      'unpaid since': ({ unpaidSince }) => (unpaidSince === null ? '' : instant(unpaidSince)),
      'for a block': { right: ({ newestPerBlock }) => newestPerBlock ?? '' },
      before: { right: ({ earlierPerBlock }) => earlierPerBlock ?? '' },
      worth: { right: ({ expectedPerBlock }) => expectedPerBlock ?? '' },
      'of the worth': {
        right: ({ incomePercent, incomeLeast, incomeDays, incomeNotJudged }) => {
          if (incomeNotJudged !== null) return `not judged: ${incomeNotJudged}`;
          return incomePercent === null
            ? ''
            : `${incomePercent}% in ${incomeDays} days (at least ${incomeLeast}%)`;
        },
      },
    }),
});

function hoursOf(ms: number): string {
  return (ms / 3_600_000).toFixed(1);
}

const incomePlaces = looks({
  name: 'income places',
  does: 'whether what the other pools pay comes to a wallet or an account of this one; none gives work before that is known',
  needs: 'wallets',
  input: {},
  finding: {
    means: 'a pool does not pay to a place of this one, or that is not known',
    isThere: (found: readonly ListedUpstreamPlace[]) =>
      found.some(({ state, why }) => state !== 'ours' || why !== null),
  },
  run: (ctx): Promise<readonly ListedUpstreamPlace[]> => listUpstreamPlaces(ctx, ctx.upstreams),
  print: (found) =>
    printList(found, 'No other pool of the settings names a place that it pays to.', {
      upstream: ({ upstream }) => upstream,
      coin: ({ coin }) => coin,
      place: ({ place }) => place,
      address: ({ address }) => address ?? '',
      state: ({ state }) => state,
      asked: ({ askedAt }) => (askedAt === null ? 'never' : instant(askedAt)),
      note: ({ why }) => why ?? '',
    }),
});

const incomeStatements = looks({
  name: 'income statements',
  does: 'what the other pools say on their pages of our accounts, against what has come; nothing is credited by it',
  input: {},
  finding: {
    means: 'a pool says that it has paid what has not come',
    isThere: (found) => found.some(({ missingSince }) => missingSince !== null),
  },
  run: listStatements,
  print: (found) =>
    printList(found, 'The settings name no page of another pool, or none was asked yet.', {
      upstream: ({ upstream }) => upstream,
      algorithm: ({ algorithm }) => algorithm,
      answered: ({ answeredAt }) => (answeredAt === null ? 'never' : instant(answeredAt)),
      coin: ({ coin }) => coin,
      'says paid': { right: ({ paid }) => paid ?? '' },
      owed: { right: ({ owed }) => owed ?? '' },
      immature: { right: ({ immature }) => immature ?? '' },
      credited: { right: ({ credited }) => credited },
      coming: { right: ({ coming }) => coming },
      'to book': { right: ({ toBook }) => toBook },
      missing: { right: ({ missing }) => missing },
      'taken back': { right: ({ takenBack }) => takenBack },
      hashrate: {
        right: ({ hashratePercent }) => (hashratePercent === null ? '' : `${hashratePercent}%`),
      },
      counted: { right: ({ countedPercent }) => (countedPercent === null ? '' : `${countedPercent}%`) },
      fault: ({ fault }) => fault ?? '',
    }),
});

const incomeLines = looks({
  name: 'income lines',
  does: 'the payments that other pools say they have made, those that are not booked first',
  input: { limit: limit(100) },
  run: listStatementLines,
  print: (found) =>
    printList(found, 'No other pool has named a payment.', {
      upstream: ({ upstream }) => upstream,
      amount: { right: ({ amount, coin }) => `${amount} ${coin}` },
      state: ({ state }) => state,
      since: ({ stateAt }) => instant(stateAt),
      'paid, it says': ({ saidAt }) => instant(saidAt),
      transaction: ({ txid }) => txid,
      'named as well by': ({ alsoNamedBy }) => alsoNamedBy.join(', '),
    }),
});

const incomeBlocks = looks({
  name: 'income blocks',
  does: 'the blocks of other pools that were found here within 35 days, and whether our own nodes have them in their chains, missing ones first',
  input: { limit: limit(100) },
  finding: {
    means: 'a block that a pool was sent in time is in no chain',
    isThere: (found) => found.some(({ fate }) => fate === 'missing'),
  },
  run: listRelayedBlocks,
  print: (found) =>
    printList(found, 'No share was a block of another pool whose shares say what it is called.', {
      upstream: ({ upstream }) => upstream,
      coin: ({ coin }) => coin,
      found: ({ foundAt }) => instant(foundAt),
      answer: ({ answer }) => answer,
      fate: ({ fate }) => (fate === 'not-looked-for' ? 'not yet looked for' : fate),
      block: ({ hash }) => hash,
    }),
});

const incomeAdd = decides({
  name: 'income add',
  does: 'credit what another pool has paid into a wallet of this one, or its account at an exchange, among those whose work it was for',
  needs: 'wallets',
  input: {
    upstream: text('<upstream>', 'the pool, as the settings name it'),
    amount: text('<amount>', 'in whole coins, as the output has it'),
    reference: text(
      '--reference <txid:vout>',
      'the output that paid it; or the exchange that has it, a colon, and what that calls the deposit; it is credited once',
    ),
    until: optionalText(
      '--until <instant>',
      'it is for the work before this moment, such as 2026-11-29T12:00:00Z; left out with --further alone',
    ),
    further: flag('--further', 'it is for the work that the newest payment covered, booked within 12 hours'),
    overCap: optionalText(
      '--over-cap <why>',
      'credit it although it is more than the settings expect of one payment; the reason is kept',
    ),
    despiteDifficulty: optionalText(
      '--despite-difficulty <why>',
      'credit it although a block took four times more at one time of its work than at another; the reason is kept',
    ),
  },
  run: addIncome,
  asks: ({ upstream, amount }) =>
    `Credit ${amount} from ${upstream} to the miners of its work? An entry is never changed.`,
  isDone: ({ kind }) => kind === 'booked' || kind === 'already-booked',
  print: (outcome, { upstream, amount }) => sentenceOf(outcome, upstream, amount),
});

function sentenceOf(outcome: IncomeOutcome, upstream: string, amount: string): string {
  switch (outcome.kind) {
    case 'booked':
      return `Credited: ${amount} from ${upstream}, as round ${outcome.round}, ${coveredText(outcome)}.`;
    case 'already-booked':
      return `Credited before: ${amount} from ${upstream}, as round ${outcome.round}, ${coveredText(outcome)}. Nothing has changed.`;
    case 'unknown-upstream':
      return `The settings name no upstream ${upstream}. ${outcome.known.length === 0 ? 'They name none.' : `They name: ${outcome.known.join(', ')}.`}`;
    case 'malformed-reference':
      return 'A reference is the output that paid: the 64 digits of its transaction, a colon, its number, such as …:0. Or the exchange that has it, a colon, and what that calls the deposit, such as kraken:FTQcuak-V6Za8q.';
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-amount':
      return `${amount} is no amount: give whole coins above zero, with ${outcome.decimals} decimals at most.`;
    case 'malformed-until':
      return 'Say with --until for the work before which moment it is, such as 2026-11-29T12:00:00Z, and none to come: who is paid must not follow from when you type it.';
    case 'reference-used':
      return `Not credited: this reference is booked as ${outcome.as}.`;
    case 'payout-transaction':
      return `Not credited: this is the transaction of payout ${outcome.payout}, and an output of it to us is change.`;
    case 'sweep-transaction':
      return `Not credited: this is a transaction of sweep ${outcome.sweep}, and an output of it to us is change.`;
    case 'transfer-transaction':
      return `Not credited: this is transfer ${outcome.transfer} from an exchange.`;
    case 'lost-sweep':
      return 'Not credited: a journal has this as the transaction of a sweep that the database has lost, and an output of it to us is change. Take it up: openlode payouts adopt.';
    case 'over-cap':
      return `Not credited: the settings expect ${outcome.most} ${outcome.coin} of one payment at most (incomeMax). Compare it with the transaction, and say with --over-cap why it is right.`;
    case 'not-arrived':
      return `Not credited: ${outcome.why}.`;
    case 'other-amount':
      return `Not credited: it is ${outcome.amount} ${outcome.coin}, by the word of ${outcome.by}.`;
    case 'booked-otherwise':
      return `Not credited: the wallets hold ${outcome.unbooked} ${outcome.coin} that the ledger does not have. It is booked already, under another name, or a payout is on its way: see openlode treasury show.`;
    case 'no-answer':
      return `Not credited: what is in the wallet is not known (${outcome.why}).`;
    case 'other-coin':
      return `Not credited: ${upstream} has paid ${outcome.coin} before. Another coin is another network, and its work needs another name.`;
    case 'difficulty-jumped':
      return `Not credited: within its work a block took from ${outcome.least} to ${outcome.most} hashes, so that the work of one time would take nearly all of it. Find out why, and say with --despite-difficulty why it is right.`;
    case 'no-work':
      return 'Not credited: no work for it is recorded since the payment before it. A slice of work closes after a minute. If it belongs to no work, book it as a deposit: openlode treasury deposit.';
    case 'no-further':
      return 'Not credited: there is no payment of the last 12 hours whose work it could be for.';
  }
}

function coveredText({
  miners,
  workedFrom,
  workedUntil,
  blocks,
}: Extract<IncomeOutcome, { kind: 'booked' | 'already-booked' }>): string {
  return `for work from ${instant(workedFrom)} until ${instant(workedUntil)} of ${miners} ${miners === 1 ? 'miner' : 'miners'}, which finds ${blocks} blocks on average`;
}

export const incomeVerbs: VerbFamily = {
  group: { name: 'income', does: 'what other pools pay for relayed work' },
  verbs: [incomeList, incomeUpstreams, incomePlaces, incomeBlocks, incomeStatements, incomeLines, incomeAdd],
};
