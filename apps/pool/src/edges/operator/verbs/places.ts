import { askPlaceAddress, exchangeOf } from '../../../domain/treasury/places/place-addresses.ts';
import {
  correctPlace,
  openPlace,
  type PlaceOutcome,
} from '../../../domain/treasury/places/operate-places.ts';
import { writeOffTransit } from '../../../domain/treasury/places/write-off-transit.ts';
import { listPlaces, needsOperator } from '../../../domain/views/list-places.ts';
import { optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { amountSentence, instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const placesList = looks({
  name: 'places list',
  does: 'what exchanges say that they have, against the ledger, and what is on its way to them; what needs you comes first',
  isDefault: true,
  input: {},
  finding: {
    means: 'a place differs, is late, does not answer or says nothing clear for six hours',
    isThere: (found) => found.some(needsOperator),
  },
  run: listPlaces,
  print: (found) =>
    printList(found, 'No exchange has said anything: the settings name none, or none has answered yet.', {
      place: ({ place }) => place,
      coin: ({ coin }) => coin,
      ledger: { right: ({ ledger }) => ledger },
      'place says': { right: ({ said }) => said ?? '' },
      state: ({ state }) => state,
      since: ({ since }) => instant(since),
      note: ({ note }) => note ?? '',
    }),
});

type AddressOutcome =
  | { readonly kind: 'answered'; readonly address: string }
  | { readonly kind: 'refused'; readonly why: string };

const placesAddress = looks({
  name: 'places address',
  does: 'where an exchange says that it takes a coin, for the list of the signer',
  needs: 'wallets',
  input: {
    place: text('<place>', 'an exchange of the settings'),
    coin: text('<coin>', 'a symbol'),
    network: optionalText('--network <network>', 'where it is not the one of the same name as the coin'),
  },
  run: async ({ payouts }, { place, coin, network = coin }): Promise<AddressOutcome> => {
    const exchange = exchangeOf(payouts, place);
    if (exchange === undefined) return { kind: 'refused', why: `the settings name no exchange ${place}` };
    try {
      const { networkAddress } = await askPlaceAddress(payouts, exchange, { coin, network });
      return { kind: 'answered', address: networkAddress };
    } catch (error) {
      return { kind: 'refused', why: error instanceof Error ? error.message : String(error) };
    }
  },
  print: (outcome, { place }) =>
    outcome.kind === 'answered'
      ? `${outcome.address}. The signer sends there only what its own list names.`
      : `${place} names no address: ${outcome.why}.`,
});

const what = {
  place: text('<place>', 'an exchange of the settings'),
  coin: text('<coin>', 'a symbol'),
  amount: optionalText(
    '--amount <amount>',
    'what you were shown; anything else is refused. Left out, it is what the question names',
  ),
};

const placesOpen = decides({
  name: 'places open',
  does: 'begin a coin at an exchange: what it says now is your own money, once, but what other pools have paid',
  needs: 'wallets',
  input: what,
  check: async ({ place, coin, amount }, look) => {
    if (amount !== undefined) return {};
    const found = (await look(placesList, {})).find((each) => each.place === place && each.coin === coin);
    return { adding: { amount: found?.difference ?? '0' } };
  },
  run: ({ payouts, upstreams, actor }, typed): Promise<PlaceOutcome> =>
    openPlace({ ...payouts, upstreams, actor }, typed),
  asks: ({ place, coin, amount }) =>
    `Book ${amount} ${coin}, which ${place} says that it has, as your own money? It is done once for each coin.`,
  isDone: ({ kind }) => kind === 'booked',
  print: (outcome, { place, coin }) => placeSentence(`${coin} at ${place}`, outcome),
});

const placesCorrect = decides({
  name: 'places correct',
  does: 'book what an exchange has more or less than the ledger says; the pool gains or bears it, and no other place changes',
  needs: 'wallets',
  input: {
    ...what,
    atMost: text('--at-most <amount>', 'nothing is booked where it is more, either way'),
  },
  check: async ({ place, coin, amount }, look) => {
    if (amount !== undefined) return {};
    const found = (await look(placesList, {})).find((each) => each.place === place && each.coin === coin);
    return { adding: { amount: found?.difference ?? '0' } };
  },
  run: ({ payouts, actor }, typed): Promise<PlaceOutcome> => correctPlace({ ...payouts, actor }, typed),
  asks: async ({ place, coin, amount }, look) => {
    const found = (await look(placesList, {})).find((each) => each.place === place && each.coin === coin);
    return `Book ${amount} ${coin} at ${place} as gained, or below zero as lost? ${found?.note ?? ''}. If it was a trade that a restored ledger has lost, book it as that (openlode orders adopt): conversions would make it again. An entry is never changed, only corrected.`;
  },
  isDone: ({ kind }) => kind === 'booked',
  print: (outcome, { place, coin }) => placeSentence(`${coin} at ${place}`, outcome),
});

const placesWriteOff = decides({
  name: 'places write-off',
  does: 'give up a transfer that its exchange has not credited within six hours: the pool bears it, until the record of the exchange names it',
  needs: 'wallets',
  input: { sweep: text('<sweep>', 'an id of treasury sweeps') },
  run: ({ payouts, actor }, typed): Promise<PlaceOutcome> => writeOffTransit({ ...payouts, actor }, typed),
  asks: ({ sweep }) => `Book what sweep ${sweep} has brought to its exchange as lost?`,
  isDone: ({ kind }) => kind === 'booked',
  print: (outcome, { sweep }) => placeSentence(`sweep ${sweep}`, outcome),
});

function placeSentence(subject: string, outcome: PlaceOutcome): string {
  switch (outcome.kind) {
    case 'booked':
      return `Booked: ${outcome.amount}, ${subject}. See openlode places.`;
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-amount':
      return amountSentence(outcome);
    case 'refused':
      return `Not booked: ${outcome.why}.`;
  }
}

export const placesVerbs: VerbFamily = {
  group: {
    name: 'places',
    does: "accounts at exchanges as places of the pool's own money, held against the ledger to the unit",
  },
  verbs: [placesList, placesAddress, placesOpen, placesCorrect, placesWriteOff],
};
