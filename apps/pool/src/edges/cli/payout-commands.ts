import { type PayoutState, payoutStates } from '@openlode/ledger/payout-state';
import { type Command, Option } from 'commander';
import type {
  ApproveOutcome,
  DeskPayout,
  ExplainedPayout,
  PayoutDecisionOutcome,
  PayoutVerb,
} from '../../domain/operations/desk-payouts.ts';
import {
  type Asked,
  type DeskTable,
  deciding,
  instant,
  isAgreed,
  looking,
  type Reasoned,
  wholeNumber,
} from './desk-table.ts';
import { printTable } from './print-table.ts';

const verbs: readonly {
  readonly verb: PayoutVerb;
  readonly does: string;
  readonly stake?: string;
  /** What has become of the payout when it is done. */
  readonly done: string;
}[] = [
  {
    verb: 'hold',
    does: 'keep a payout that has not been sent from going on',
    done: 'waits until you approve or release it',
  },
  {
    verb: 'release',
    does: 'give the money back to its owner, as long as nothing was signed',
    stake: 'The payout ends here.',
    done: 'is over, and its money is back with its owner',
  },
  {
    verb: 'retry',
    does: 'send the stored bytes once more, or ask a wallet that did not sign again; it cannot pay twice',
    done: 'is tried once more when its turn comes',
  },
];

/** Adds `payouts` to the program and answers it, for what else is done with payouts. */
export function addPayoutCommands(program: Command, table: DeskTable): Command {
  const payouts = program
    .command('payouts')
    .description('what leaves, and the word that stops it or lets it');
  looking(payouts, 'list', 'the newest payouts and what each waits for')
    .addOption(new Option('--state <state>', 'only those in this state').choices(payoutStates))
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 100)
    .action(
      async ({ json, state, limit }: Asked & { readonly state?: PayoutState; readonly limit: number }) => {
        const found = await table
          .connect()
          .desk('list-payouts', { ...(state === undefined ? {} : { state }), limit });
        table.say(json, found, () => (found.length === 0 ? 'There are no such payouts.' : payoutRows(found)));
      },
    );
  looking(payouts, 'why', 'where one payout is, why, and what was done to it')
    .argument('<id>', 'an id of the list')
    .action(async (id: string, { json }: Asked) => {
      const found = await table.connect().desk('explain-payout', { id });
      if (isMissing(found)) table.fail();
      table.say(json, found, () =>
        isMissing(found) ? refusalSentence(`payout ${id}`, found) : printPayout(found),
      );
    });
  for (const { verb, does, stake, done } of verbs) {
    deciding(payouts, verb, does, stake !== undefined)
      .argument('<id>', 'an id of the list')
      .action(async (id: string, options: Reasoned) => {
        if (stake !== undefined && !(await isAgreedOf(table, options, { does: verb, ids: [id], stake })))
          return;
        const outcome = await table.connect().desk('decide-payout', { verb, id, reason: options.reason });
        if (outcome.kind !== 'done') table.fail();
        table.say(options.json, outcome, () =>
          outcome.kind === 'done' ? `Payout ${id} ${done}.` : refusalSentence(`payout ${id}`, outcome),
        );
      });
  }

  addApprove(payouts, table);

  return payouts;
}

interface Approve extends Reasoned {
  readonly all?: boolean;
  readonly network?: string;
}

function addApprove(payouts: Command, table: DeskTable): void {
  deciding(payouts, 'approve', 'let held payouts go on: over a cap, without a price, or held by hand', true)
    .argument('[ids...]', 'ids of the list')
    .option('--all', 'every payout that the pool itself holds; what was held by hand is approved by its id')
    .option('--network <network>', 'the same, on one network')
    .action(async (ids: string[], { all, network, ...options }: Approve) => {
      const ways = [ids.length > 0, all === true, network !== undefined].filter(Boolean);
      if (ways.length !== 1) {
        table.fail();
        table.say(options.json, { kind: 'nothing-named' }, () => 'Name payouts, or --all, or a --network.');
        return;
      }
      const stake = 'It is sent within seconds, and what was sent does not come back.';
      if (!(await isAgreedOf(table, options, { does: 'approve', ids, network, stake }))) return;
      const { reason } = options;
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) {
        const outcome = await table.connect().desk('decide-payout', { verb: 'approve', id, reason });
        if (outcome.kind !== 'done') table.fail();
        table.say(options.json, outcome, () =>
          outcome.kind === 'done'
            ? `Payout ${id} goes on within seconds.`
            : refusalSentence(`payout ${id}`, outcome),
        );
        return;
      }
      const outcome = await table.connect().desk('approve-payouts', {
        ...(ids.length === 0 ? {} : { ids }),
        ...(network === undefined ? {} : { network }),
        reason,
      });
      if (outcome.kind !== 'done') table.fail();
      table.say(options.json, outcome, () => approvedSentence(outcome));
    });
}

/** Asks with the amount and the receiver of each payout that is named: who approves has to see what. */
async function isAgreedOf(
  table: DeskTable,
  options: Asked,
  asked: { does: string; ids: readonly string[]; network?: string | undefined; stake: string },
): Promise<boolean> {
  const { does, ids, network, stake } = asked;
  if (options.yes === true) return true;
  if (ids.length === 0) {
    const where = network === undefined ? '' : ` on ${network}`;
    return isAgreed(table, options, `${does} every held payout${where}? ${stake}`);
  }
  const named: string[] = [];
  for (const id of ids) {
    const found = await table.connect().desk('explain-payout', { id });
    named.push(isMissing(found) ? `payout ${id}` : receiverOf(found));
  }
  return isAgreed(table, options, `${does} ${named.join(', ')}? ${stake}`);
}

function receiverOf({ id, amount, coin, network, address, memo }: ExplainedPayout): string {
  return `payout ${id} (${amount} ${coin} on ${network} to ${address}${memo === '' ? '' : `, memo ${memo}`})`;
}

function approvedSentence(outcome: ApproveOutcome): string {
  switch (outcome.kind) {
    case 'done': {
      const { approved, left } = outcome;
      const went = `${approved.length} payouts go on within seconds.`;
      return left.length === 0 ? went : `${went} Not held, and left as they are: ${left.join(', ')}.`;
    }
    case 'unknown-network':
      return 'No coin has this network.';
    case 'malformed-id':
    case 'malformed-reason':
      return refusalSentence('payout', outcome);
  }
}

type Missing = Extract<PayoutDecisionOutcome, { kind: 'no-payout' | 'malformed-id' }>;

function isMissing(found: ExplainedPayout | Missing): found is Missing {
  return found.kind === 'no-payout' || found.kind === 'malformed-id';
}

/** Payouts as a table. */
export function payoutRows(found: readonly DeskPayout[]): string {
  const rows = found.map((each) => [
    each.id,
    instant(each.reservedAt),
    each.kind,
    each.amount,
    each.coin,
    each.network,
    each.state,
    each.waitsFor ?? '',
  ]);
  const headings = ['id', 'reserved', 'kind', 'amount', 'coin', 'network', 'state', 'waits for'];
  return printTable(headings, rows, new Set(['id', 'amount']));
}

function printPayout(payout: ExplainedPayout): string {
  const rows = [
    ['amount', `${payout.amount} ${payout.coin} on ${payout.network}`],
    ['to', payout.memo === '' ? payout.address : `${payout.address}, memo ${payout.memo}`],
    ['worth', payout.usd === null ? 'not known' : `${payout.usd} US dollars when it was reserved`],
    ['account', payout.uuid],
    ['reserved', `${instant(payout.reservedAt)} (${payout.kind})`],
    ['state', payout.state],
    ['waits for', payout.waitsFor ?? 'nothing: it is over'],
    ['transaction', payout.txid ?? 'not signed'],
    [
      'sent',
      payout.lastSentAt === null
        ? timesOf(payout.sends)
        : `${timesOf(payout.sends)}, last ${instant(payout.lastSentAt)}`,
    ],
    ['confirmations', payout.confirmations],
    ...(payout.reason === null ? [] : [['told its owner', payout.reason]]),
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

function refusalSentence(subject: string, outcome: Exclude<PayoutDecisionOutcome, { kind: 'done' }>): string {
  switch (outcome.kind) {
    case 'no-payout':
      return `There is no ${subject}: see openlode payouts list.`;
    case 'not-possible':
      return `Not possible: ${subject} is ${outcome.state}.`;
    case 'malformed-id':
      return 'The id of a payout is a number: see openlode payouts list.';
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
  }
}
