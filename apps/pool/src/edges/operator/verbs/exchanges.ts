import {
  type FlagExchangeOutcome,
  flagExchange,
  listExchanges,
} from '../../../domain/operations/flag-exchange.ts';
import { text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const exchangesList = looks({
  name: 'exchanges list',
  does: 'those flagged by command or by the settings',
  input: {},
  run: listExchanges,
  print: (found) =>
    printList(found, 'No address is flagged.', {
      coin: ({ coin }) => coin,
      address: ({ address }) => address,
      exchange: ({ exchange }) => exchange,
      since: ({ since }) => instant(since),
      from: ({ origin }) => origin,
    }),
});

const address = text('<address>', 'COIN:ADDRESS; a memo behind it is ignored');

const exchangesAdd = decides({
  name: 'exchanges add',
  does: 'refuse logins with this address that bring no memo',
  input: {
    address,
    exchange: text(
      '--exchange <name>',
      'whose it is, at most 80 characters; an address flagged already is renamed',
    ),
  },
  run: flagExchange,
  asks: (typed) => `Refuse ${typed.address} without a memo? Its miners are refused when they connect again.`,
  print: (outcome, typed) => flagSentence(typed.address, true, outcome),
});

const exchangesRemove = decides({
  name: 'exchanges remove',
  does: 'let miners use this address without a memo again',
  input: { address },
  run: flagExchange,
  asks: (typed) =>
    `Let ${typed.address} be mined to without a memo? If it is an exchange's, what it is paid is lost.`,
  print: (outcome, typed) => flagSentence(typed.address, false, outcome),
});

function flagSentence(typed: string, isFlag: boolean, outcome: FlagExchangeOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return isFlag
        ? `${outcome.coin}:${outcome.address} needs a memo from now on.`
        : `${outcome.coin}:${outcome.address} needs no memo any more.`;
    case 'unchanged':
      return isFlag
        ? `${outcome.coin}:${outcome.address} is flagged already.`
        : `${outcome.coin}:${outcome.address} was not flagged by command; the settings may name it (OPENLODE_EXCHANGES_FILE, OPENLODE_EXCHANGE_ADDRESSES).`;
    case 'malformed-address':
      return `${typed} is no address: give COIN:ADDRESS.`;
    case 'unknown-coin':
      return `There is no coin ${outcome.coin}.`;
    case 'bad-address':
      return `This is no address of ${outcome.coin}.`;
    case 'takes-no-memo':
      return `${outcome.network} takes no memo, so none can be asked for.`;
    case 'nameless':
      return 'Whose address is it? A name has 1 to 80 characters.';
    case 'malformed-reason':
      return malformedReason;
  }
}

export const exchangesVerbs: VerbFamily = {
  group: {
    name: 'exchanges',
    does: 'deposit addresses that an exchange shares among its customers: mining to one needs a memo',
  },
  verbs: [exchangesList, exchangesAdd, exchangesRemove],
};
