import { delistCoin, type DelistOutcome } from '../../../domain/operations/delist-coin.ts';
import { type DelistedCoin, listDelisted } from '../../../domain/operations/list-delisted.ts';
import { paySmallest, type PaySmallestOutcome } from '../../../domain/operations/pay-smallest.ts';
import { readLeast } from '../../../domain/payouts/smallest-balances.ts';
import { digits, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, type Look, looks, type VerbFamily } from '../verb.ts';

const coin = text('<coin>', 'its symbol');

const delist = decides({
  name: 'delist',
  does: 'list a coin no longer: its miners are refused, balances are paid for 90 days and stay in the ledger',
  input: { coin },
  run: (ctx, input) => delistCoin(ctx, { ...input, delist: true }),
  asks: (typed) => `Delist ${typed.coin}? Its miners are disconnected.`,
  print: (outcome, typed) => delistSentence(typed.coin, true, outcome),
});

const relist = decides({
  name: 'relist',
  does: 'list a coin again',
  input: { coin },
  run: (ctx, input) => delistCoin(ctx, { ...input, delist: false }),
  print: (outcome, typed) => delistSentence(typed.coin, false, outcome),
});

const delisted = looks({
  name: 'delisted',
  does: 'the coins that were closed, and what is still owed in them',
  input: { least: optionalText('--least <amount>', 'count payments from this amount on, in the coin') },
  run: (ctx, input) => listDelisted(ctx, input),
  print: (found) =>
    printList(found, 'No coin was closed.', {
      coin: (each) => each.coin,
      network: (each) => each.network,
      since: ({ since }) => instant(since),
      'paid until': ({ payableUntil }) => (payableUntil === null ? 'over' : instant(payableUntil)),
      miners: { right: ({ miners }) => String(miners) },
      owed: { right: ({ owed }) => owed },
      'not paid': { right: ({ unpaid }) => unpaid },
      payments: { right: ({ payments }) => String(payments) },
      'fees at most': { right: ({ feesMost }) => feesMost ?? 'not known' },
    }),
});

const paySmallestVerb = decides({
  name: 'pay-smallest',
  does: 'pay what is left unpaid of a closed coin, or of a closed network of an open one, for another 90 days and from the least on that its network carries; the fees are the pool’s, and delisted names the most',
  needs: 'wallets',
  input: {
    coin,
    network: optionalText('--network <network>', 'only on this closed network'),
    least: optionalText(
      '--least <amount>',
      'only balances of so much or more, in the coin: what is worth its fee',
    ),
    agreed: digits(),
  },
  run: (ctx, input) => paySmallest(ctx, input),
  check: async (typed, look) => {
    if (typed.least !== undefined && readLeast(typed.least) === undefined)
      return { refusal: { kind: 'malformed-least' as const } };
    const found = await unpaidOf(typed, look);
    if (found.length === 0) return { refusal: { kind: 'nothing-to-pay' as const } };
    return { adding: { agreed: String(found.reduce((sum, { payments }) => sum + payments, 0)) } };
  },
  asks: async (typed, look) => {
    const found = (await unpaidOf(typed, look)).map(
      ({ coin, network, payments, feesMost }) =>
        `${payments} payments of ${coin} on ${network}, with fees of up to ${feesMost ?? 'an unknown amount'}`,
    );
    return `Pay the smallest balances: ${found.join('; ')}? The fees are the pool’s.`;
  },
  print: (outcome) => paidSentence(outcome),
});

/** The closed networks that are meant, as the operator typed them, with something that would be paid. */
async function unpaidOf(
  typed: {
    readonly coin: string;
    readonly network?: string | undefined;
    readonly least?: string | undefined;
  },
  look: Look,
): Promise<DelistedCoin[]> {
  const least =
    typed.least === undefined || readLeast(typed.least) === undefined ? {} : { least: typed.least };
  return (await look(delisted, least)).filter(
    ({ coin, network, payments }) =>
      payments > 0 &&
      coin === typed.coin.toUpperCase() &&
      (typed.network === undefined || network === typed.network.toUpperCase()),
  );
}

function paidSentence(outcome: PaySmallestOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `The smallest balances of ${outcome.coin} on ${outcome.networks.join(', ')} are paid for 90 days, on request or by the next daily run: ${outcome.payments} payments, with fees of up to ${outcome.fees}.`;
    case 'malformed-least':
      return '--least takes an amount of the coin, for example 0.05.';
    case 'least-too-high':
      return `Not done: on ${outcome.network} balances of ${outcome.tenth} or more are paid without --least. Name less than that.`;
    case 'nothing-to-pay':
      return 'Nothing to pay: no closed network of this coin has a balance that its network carries and that is not paid already. See openlode delisted.';
    case 'no-rail':
      return `The pool pays nothing on ${outcome.network}: it has no wallet there. Name another closed network with --network.`;
    case 'more-than-agreed':
      return `Not done: there are ${outcome.payments} payments by now. Ask again.`;
    case 'fees-exceed-own':
      return `Not done: ${outcome.payments} payments may cost fees of ${outcome.fees}, and only ${outcome.available} is the pool’s own and not promised to other small balances. Name one network with --network, or top it up (openlode treasury top-up).`;
    case 'malformed-reason':
      return malformedReason;
  }
}

function delistSentence(typed: string, isGoing: boolean, outcome: DelistOutcome): string {
  switch (outcome.kind) {
    case 'done':
      if (outcome.already === true) return `${outcome.coin} was delisted already. Nothing has changed.`;
      return isGoing ? `${outcome.coin} is delisted.` : `${outcome.coin} is listed again.`;
    case 'unknown-coin':
      return `There is no coin ${typed}.`;
    case 'delisted-by-catalogue':
      return `${outcome.coin} is delisted by the catalogue of this release.`;
    case 'unchanged':
      return `${outcome.coin} was not delisted by command.`;
    case 'malformed-reason':
      return malformedReason;
  }
}

export const delistVerbs: VerbFamily = { verbs: [delist, relist, delisted, paySmallestVerb] };
