import { type CancelSweepOutcome, cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { type DecideSweepOutcome, decideSweep } from '../../../domain/treasury/decide-sweep.ts';
import {
  type PlannedSweep,
  planSweep,
  type SweepOutcome,
  type SweepRefusal,
  sweepFunds,
} from '../../../domain/treasury/sweep-funds.ts';
import { limitWords } from '../../../domain/treasury/plan-sweep.ts';
import { type ListedSweep, listSweeps } from '../../../domain/views/list-sweeps.ts';
import { flag, limit, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { amountSentence, instant, malformedReason } from '../sentences.ts';
import { treasuryGroup } from './treasury.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const what = {
  coin: text('<coin>', 'a symbol'),
  network: optionalText(
    '--network <network>',
    'whose wallet, where it is not the default network of the coin',
  ),
  amount: optionalText(
    '--amount <amount>',
    'in whole coins, for example 0.5; without it everything over the target that is the pool’s own',
  ),
};

const destination = {
  to: optionalText(
    '--to <place>',
    'an exchange of the settings, where it says itself that it takes the coin; without it the cold address of the file',
  ),
  toSell: flag(
    '--to-sell',
    'with --to: what conversions have to sell goes there as well, as far as OPENLODE_TRADE_CAP_EXPOSURE leaves room',
  ),
};

const sweepPlan = looks({
  name: 'treasury sweep-plan',
  does: 'what treasury sweep would send now: address, amount, fee, and what stays; nothing is signed',
  needs: 'wallets',
  input: { ...what, ...destination },
  run: ({ payouts, wallet }, typed) => planSweep({ ...payouts, wallet }, typed),
  print: (outcome) => (outcome.kind === 'planned' ? planText(outcome) : refusalText(outcome)),
});

const sweep = decides({
  name: 'treasury sweep',
  does: "send the pool's own money from a wallet to the cold address that the file names, or to an exchange, there also what conversions have to sell: nothing else that miners are owed, and no more than leaves the target",
  needs: 'wallets',
  input: { ...what, ...destination },
  // What was shown is what is sent.
  check: async (typed, look) => {
    const planned = await look(sweepPlan, asked(typed));
    return planned.kind === 'planned' ? { adding: { amount: planned.amount } } : { refusal: planned };
  },
  run: ({ payouts, wallet, actor }, typed): Promise<SweepOutcome> =>
    sweepFunds({ ...payouts, wallet, actor }, typed),
  asks: async (typed, look) => {
    const planned = await look(sweepPlan, asked(typed));
    return planned.kind === 'planned' ? planText(planned) : refusalText(planned);
  },
  isDone: ({ kind }) => kind === 'stored' || kind === 'waits',
  print: sweptText,
});

const sweeps = looks({
  name: 'treasury sweeps',
  does: 'what was swept to cold addresses and exchanges, the newest first, and what a sweep waits for',
  input: { limit: limit(100) },
  run: listSweeps,
  print: (found) =>
    printList(found, 'Nothing was swept.', {
      id: { right: ({ id }) => id },
      at: ({ at }) => instant(at),
      amount: { right: ({ amount, coin }) => `${amount} ${coin}` },
      fee: {
        right: ({ fee, feeAsset, coin }) =>
          fee === null || feeAsset === coin ? (fee ?? '') : `${fee} ${feeAsset}`,
      },
      to: ({ address, place }) => (place === null ? address : `${place} ${address}`),
      state: ({ state }) => state,
      transaction: ({ txid }) => txid ?? '',
      sends: { right: ({ sends }) => sends.toString() },
      note: ({ note, ...sweep }) => note ?? waitsText(sweep),
      reason: ({ reason }) => reason,
      operator: ({ operator }) => operator,
    }),
});

interface Asked {
  readonly coin: string;
  readonly network?: string | undefined;
  readonly amount?: string | undefined;
  readonly to?: string | undefined;
  readonly toSell?: boolean | undefined;
}

function asked({ coin, network, amount, to, toSell }: Asked) {
  return {
    coin,
    ...(network !== undefined && { network }),
    ...(amount !== undefined && { amount }),
    ...(to !== undefined && { to }),
    ...(toSell !== undefined && { toSell }),
  };
}

/** What it waits for where nothing stands in its way. */
function waitsText({ state, isFound, sentAt }: Omit<ListedSweep, 'note'>): string {
  switch (state) {
    case 'planned':
      return 'is signed within a minute';
    case 'signed':
      return 'leaves within a minute';
    case 'sent': {
      const since = sentAt === null ? '' : `: sent ${instant(sentAt)}`;
      return isFound
        ? 'was found, and is not sent from here: waits until two nodes have it deep enough, or treasury sweep-cancel ends it'
        : `waits until two nodes have it deep enough${since}`;
    }
    default:
      return '';
  }
}

const sweepCancel = decides({
  name: 'treasury sweep-cancel',
  does: "end a sweep that is not final: at once where it has not left, else by a transaction to ourselves in its place, which Bitcoin's family takes only where no node has it waiting; on EVM networks in this way alone once it is signed",
  needs: 'wallets',
  input: { id: text('<id>', 'an id of treasury sweeps') },
  run: async ({ payouts, actor }, { id, reason }): Promise<CancelSweepOutcome> =>
    isId(id) ? cancelSweep({ ...payouts, actor }, { id: BigInt(id), reason }) : { kind: 'no-sweep' },
  asks: ({ id }) =>
    `cancel sweep ${id}? Where it was sent, or is signed on an EVM network, that costs a fee.`,
  isDone: ({ kind }) => kind === 'cancelling' || kind === 'ended',
  print: (outcome, { id }) => cancelledText(outcome, id),
});

const decided = { id: text('<id>', 'an id of treasury sweeps') };

async function decide(
  ctx: Parameters<typeof decideSweep>[0],
  { id, reason }: { readonly id: string; readonly reason: string },
  left: boolean,
): Promise<DecideSweepOutcome> {
  return isId(id) ? decideSweep(ctx, { id: BigInt(id), left, reason }) : { kind: 'no-sweep' };
}

function isId(typed: string): boolean {
  return /^[1-9]\d{0,17}$/.test(typed);
}

const sweepLeft = decides({
  name: 'treasury sweep-left',
  does: 'say that a sweep of a token left the wallet which its chain has executed and of which no rule can tell: two nodes must have it deep enough',
  needs: 'wallets',
  input: decided,
  run: ({ payouts, actor }, typed) => decide({ ...payouts, actor }, typed, true),
  asks: ({ id }) =>
    `count sweep ${id} as arrived, the whole amount? Look at what lies at its address first; what the token has kept is booked with treasury cold-withdraw.`,
  isDone: ({ kind }) => kind === 'done',
  print: (outcome, { id }) => decidedText(outcome, id, 'is final'),
});

const sweepStayed = decides({
  name: 'treasury sweep-stayed',
  does: 'say that nothing of such a sweep left the wallet: it is over',
  needs: 'wallets',
  input: decided,
  run: ({ payouts, actor }, typed) => decide({ ...payouts, actor }, typed, false),
  asks: ({ id }) => `end sweep ${id} as one that moved nothing? Look at what lies at its address first.`,
  isDone: ({ kind }) => kind === 'done',
  print: (outcome, { id }) => decidedText(outcome, id, 'is over: nothing of it has left'),
});

function decidedText(outcome: DecideSweepOutcome, id: string, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return `Sweep ${id} ${done}.`;
    case 'no-sweep':
      return `There is no sweep ${id}.`;
    case 'malformed-reason':
      return malformedReason;
    case 'not-possible':
      return `Not possible: ${outcome.why}.`;
  }
}

function planText(planned: PlannedSweep): string {
  const { coin, address, place, amount, feeAsset, fee, feeMax, held, remains, owed, target } = planned;
  const ofAnother = feeAsset === coin ? '' : ` ${feeAsset}`;
  const whose = place === null ? 'the cold address of the file' : `where ${place} says that it takes it`;
  return `send ${amount} ${coin} to ${address}, ${whose}, for a fee of about ${fee}${ofAnother} (${feeMax}${ofAnother} at most)? The wallet holds ${held} and keeps ${remains} at the least; its target is ${target}, and miners are owed ${owed}. What was sent does not come back by itself.`;
}

function refusalText(outcome: SweepRefusal): string {
  switch (outcome.kind) {
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-amount':
    case 'unknown-network':
    case 'too-many-decimals':
      return amountSentence(outcome);
    case 'no-cold-address':
      return `Not swept: the file names no cold address of ${outcome.coin} on ${outcome.network} (cold of its float).`;
    case 'no-place':
    case 'place-closed':
      return `Not swept: ${outcome.why}.`;
    case 'not-swept':
      return `Not swept: this release sweeps coins of Bitcoin's family, coins and tokens of EVM networks, and XMR (not on ${outcome.network}). Send it by hand, and book it: openlode treasury withdraw.`;
    case 'under-way':
      return `Not swept: sweep ${outcome.sweep} from this wallet is not over. See openlode treasury sweeps.`;
    case 'not-leaving':
      return `Not swept: nothing leaves this network now (${outcome.why}). See openlode suspensions list.`;
    case 'no-answer':
      return `Not swept: what the wallet has is not known (${outcome.why}).`;
    case 'exceeds':
      return `Not swept: ${outcome.most} ${outcome.coin} at most may leave, because ${limitWords[outcome.limit]}.`;
  }
}

function isRefusal(outcome: SweepOutcome): outcome is SweepRefusal {
  return !('sweep' in outcome) || outcome.kind === 'under-way';
}

function sweptText(outcome: SweepOutcome): string {
  if (isRefusal(outcome)) return refusalText(outcome);
  switch (outcome.kind) {
    case 'stored':
      return `Sweep ${outcome.sweep}: ${outcome.amount} leave to ${outcome.address} with ${outcome.txid} within a minute. It is booked once two nodes have it for good: openlode treasury sweeps.`;
    case 'waits':
      return `Sweep ${outcome.sweep} is kept and not signed yet (${outcome.why}): it goes on by itself, or is ended by openlode treasury sweep-cancel ${outcome.sweep}.`;
    case 'given-up':
      return `Not swept: ${outcome.why}. Nothing has left.`;
  }
}

function cancelledText(outcome: CancelSweepOutcome, id: string): string {
  switch (outcome.kind) {
    case 'cancelling':
      return `${outcome.txid} takes the place of sweep ${id}. Whichever of the two its chain takes decides: openlode treasury sweeps.`;
    case 'ended':
      return `Sweep ${id} is over: nothing of it has left.`;
    case 'no-sweep':
      return `There is no sweep ${id}.`;
    case 'malformed-reason':
      return malformedReason;
    case 'not-possible':
      return `Not cancelled: ${outcome.why}.`;
  }
}

export const treasurySweepVerbs: VerbFamily = {
  group: treasuryGroup,
  verbs: [sweepPlan, sweep, sweeps, sweepCancel, sweepLeft, sweepStayed],
};
