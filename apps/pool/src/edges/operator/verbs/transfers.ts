import { keysElsewhere, requireKeys } from '../../../domain/treasury/keys-elsewhere.ts';
import { endTransfer, type EndTransferOutcome } from '../../../domain/treasury/transfers/end-transfer.ts';
import { followTransfers } from '../../../domain/treasury/transfers/follow-transfer.ts';
import { type PlannedTransfer, planTransfers } from '../../../domain/treasury/transfers/plan-transfers.ts';
import { transferOnce, type TransferOutcome } from '../../../domain/treasury/transfers/transfer-once.ts';
import { isTransferOpen } from '../../../domain/treasury/transfers/transfer-rows.ts';
import { listTransfers, type ListedTransfer } from '../../../domain/views/list-transfers.ts';
import { flag, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { amountSentence, instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const limit = 50;

const finding = {
  means: 'a transfer is not over',
  isThere: (found: readonly ListedTransfer[]) => found.some(({ state }) => isTransferOpen(state)),
};

const transfersList = looks({
  name: 'transfers list',
  does: 'what was brought from exchanges to wallets, where it is and what it waits for; what is not over comes first',
  isDefault: true,
  input: {},
  run: ({ db }) => listTransfers({ db }, { limit }),
  finding,
  print: transfersText,
});

const transfersLook = looks({
  name: 'transfers look',
  does: 'ask exchanges and nodes what became of every transfer that is not over, and book it: nothing is sent',
  needs: 'wallets',
  input: {},
  run: async ({ payouts, arrivals }) => {
    requireKeys(payouts);
    for (const { exchange } of payouts.withdrawers ?? [])
      await followTransfers({ ...payouts, arrivals }, exchange);
    return listTransfers(payouts, { limit });
  },
  finding,
  print: transfersText,
});

const transfersPlan = looks({
  name: 'transfers plan',
  does: 'what trades have brought to an exchange and wallets lack: what would be brought to them, and why the rest would not. Nothing is sent',
  needs: 'wallets',
  input: {},
  run: async ({ payouts, wallet }) => {
    requireKeys(payouts);
    const plans = (payouts.withdrawers ?? []).map((each) => planTransfers({ ...payouts, wallet }, each));
    return (await Promise.all(plans)).flat();
  },
  print: planText,
});

type SendOutcome = TransferOutcome | { readonly kind: 'dry'; readonly plan: readonly PlannedTransfer[] };

const transfersSend = decides({
  name: 'transfers send',
  does: "bring a coin from an exchange to the pool's own wallet, once; without --send it prints the plan and sends nothing",
  needs: 'wallets',
  input: {
    coin: text('<coin>', 'a symbol'),
    amount: optionalText('--amount <amount>', 'what arrives; left out, what the plan has'),
    send: flag('--send', 'ask the exchange for it; left out, nothing is sent'),
  },
  run: async (
    { payouts, wallet, arrivals, actor },
    { coin, amount, send = false, reason },
  ): Promise<SendOutcome> => {
    const [withdrawer] = payouts.withdrawers ?? [];
    if (withdrawer === undefined)
      return {
        kind: 'refused',
        why:
          keysElsewhere(payouts) ??
          'the settings name no key that withdraws (OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE)',
      };
    if (!send) return { kind: 'dry', plan: await planTransfers({ ...payouts, wallet }, withdrawer) };
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
    const dayUsdMax = payouts.transferDayUsd ?? 0n;
    return transferOnce({ ...payouts, wallet, arrivals, actor, dayUsdMax, pause }, withdrawer, {
      coin,
      amount,
      reason,
    });
  },
  asks: ({ coin, amount = 'what the plan has', send = false }) =>
    send
      ? `Bring ${amount} ${coin} from the exchange to the pool's own wallet? What has left cannot be taken back (openlode transfers plan).`
      : 'Print what would be brought to wallets? Nothing is sent without --send.',
  isDone: ({ kind }) => kind === 'sent' || kind === 'dry',
  print: (outcome, { coin }) => {
    switch (outcome.kind) {
      case 'dry':
        return planText(outcome.plan);
      case 'refused':
        return `Nothing was sent: ${outcome.why}.`;
      case 'malformed-reason':
        return malformedReason;
      case 'malformed-amount':
        return amountSentence(outcome);
      case 'sent':
        return `Transfer ${outcome.id} of ${outcome.amount} ${coin} is ${outcome.state}${outcome.note === null ? '' : `: ${outcome.note}`}. See openlode transfers.`;
    }
  },
});

const transfersEnd = decides({
  name: 'transfers end',
  does: 'end a transfer that nothing ends by itself for a day, so that others may be made there: one that its exchange has not shown, shows otherwise than it was asked for (--record), or that has left and does not arrive',
  needs: 'wallets',
  input: {
    id: text('<transfer>', 'an id of openlode transfers'),
    record: optionalText('--record <id>', "the exchange's own id of what stands in its place there"),
  },
  run: async ({ payouts, arrivals, actor }, { id, record, reason }): Promise<EndTransferOutcome> => {
    const why = keysElsewhere(payouts);
    if (why !== undefined) return { kind: 'refused', why };
    return endTransfer({ ...payouts, arrivals, actor }, (payouts.withdrawers ?? [])[0]?.exchange, {
      id,
      record,
      reason,
    });
  },
  asks: ({ id }) =>
    `End transfer ${id}? If the exchange has taken it all the same, it has less than the ledger says: look there yourself first.`,
  isDone: ({ kind }) => kind === 'ended' || kind === 'arrived',
  print: (outcome, { id }) => {
    switch (outcome.kind) {
      case 'ended':
        return outcome.isTakenBack
          ? `Ended: ${id}. The ledger has it at the exchange again. Once two looks have seen that it is not there (openlode places), book that with openlode places correct, and what is in the wallet all the same with openlode treasury deposit.`
          : `Ended: ${id}. Nothing was booked. What the exchange has less is a difference (openlode places), and what is in the wallet a deposit (openlode treasury deposit).`;
      case 'arrived':
        return `Booked: ${id} is in the wallet by ${outcome.txid}, as its nodes say. What the exchange has taken otherwise is a difference (openlode places).`;
      case 'malformed-reason':
        return malformedReason;
      case 'refused':
        return `Not ended: ${outcome.why}.`;
    }
  },
});

/** Between two looks at a transfer that was sent, ms. */
const pauseMs = 1000;

function planText(plan: readonly PlannedTransfer[]): string {
  return printList(plan, 'The settings list no wallet that an exchange may send to.', {
    place: ({ place }) => place,
    coin: ({ coin }) => coin,
    amount: { right: ({ amount }) => amount },
    'fee at most': { right: ({ feeMax }) => feeMax },
    dollars: { right: ({ usd }) => usd },
    to: ({ address }) => address ?? '',
    'why not': ({ why }) => why ?? '',
  });
}

function transfersText(found: readonly ListedTransfer[]): string {
  return printList(found, 'Nothing was brought from an exchange to a wallet.', {
    transfer: ({ id }) => id,
    place: ({ place }) => place,
    amount: { right: ({ amount, coin }) => `${amount} ${coin}` },
    fee: { right: ({ fee }) => fee ?? '' },
    to: ({ address }) => address,
    state: ({ state }) => state,
    since: ({ since }) => instant(since),
    transaction: ({ txid }) => txid ?? '',
    note: ({ note }) => note ?? '',
  });
}

export const transfersVerbs: VerbFamily = {
  group: { name: 'transfers', does: "what is brought from exchanges to the pool's own wallets" },
  verbs: [transfersList, transfersLook, transfersPlan, transfersSend, transfersEnd],
};
