import { showFunds, showQuotes } from '../../../domain/operations/show-funds.ts';
import { printList } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

const none = 'No rail of this pool says it: those of nodes do.';

const payoutsFunds = looks({
  name: 'payouts funds',
  does: 'what the wallets can spend now and what later, and what payouts that could be signed need',
  needs: 'wallets',
  input: {},
  run: ({ payouts }) => showFunds(payouts),
  print: (found) =>
    printList(found, none, {
      coin: ({ coin }) => coin,
      network: ({ network }) => network,
      'can be spent': { right: ({ spendable, fault }) => spendable ?? `not known: ${fault}` },
      'once deep enough': {
        right: ({ waiting, waitingBlocks }) =>
          waitingBlocks === null ? (waiting ?? '') : `${waiting} in ${waitingBlocks} blocks`,
      },
      'payouts need': { right: ({ needed }) => needed },
      payouts: { right: ({ payouts }) => payouts.toString() },
      since: ({ since }) => (since === null ? '' : instant(since)),
    }),
});

const payoutsQuote = looks({
  name: 'payouts quote',
  does: 'what a payment costs now, alone and as one of as many as a transaction makes, and the cap of the settings',
  needs: 'wallets',
  input: {},
  run: ({ payouts }) => showQuotes(payouts),
  print: (found) =>
    printList(found, none, {
      coin: ({ coin }) => coin,
      network: ({ network }) => network,
      alone: { right: ({ alone, fault }) => alone ?? `not known: ${fault}` },
      together: { right: ({ together, payees }) => (together === null ? '' : `${together} of ${payees}`) },
      cap: { right: ({ cap }) => cap ?? '' },
      paid: ({ feeAsset }) => feeAsset ?? '',
      rate: ({ rate }) => rate ?? '',
    }),
});

export const payoutsFundsVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsFunds, payoutsQuote] };
