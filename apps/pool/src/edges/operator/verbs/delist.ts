import { delistCoin, type DelistOutcome } from '../../../domain/operations/delist-coin.ts';
import { listDelisted } from '../../../domain/operations/list-delisted.ts';
import { text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const coin = text('<coin>', 'its symbol');

const delist = decides({
  name: 'delist',
  does: 'list a coin no longer: its miners are refused, balances are paid for 90 days and stay in the ledger; once more: for another 90 days, the smallest ones as well',
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
  input: {},
  run: listDelisted,
  print: (found) =>
    printList(found, 'No coin was closed.', {
      coin: (each) => each.coin,
      network: (each) => each.network,
      since: ({ since }) => instant(since),
      'paid until': ({ payableUntil }) => (payableUntil === null ? 'over' : instant(payableUntil)),
      miners: { right: ({ miners }) => String(miners) },
      owed: { right: ({ owed }) => owed },
      'not paid': { right: ({ unpaid }) => unpaid },
    }),
});

function delistSentence(typed: string, isGoing: boolean, outcome: DelistOutcome): string {
  switch (outcome.kind) {
    case 'done':
      if (outcome.again === true)
        return `${outcome.coin} was delisted already. Its balances are paid for another 90 days, the smallest ones as well.`;
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

export const delistVerbs: VerbFamily = { verbs: [delist, relist, delisted] };
