import {
  listMaintenance,
  maintainNetwork,
  type MaintainOutcome,
} from '../../../domain/operations/maintain-network.ts';
import { flag, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const maintenanceList = looks({
  name: 'maintenance list',
  does: 'what is under maintenance now',
  input: {},
  run: listMaintenance,
  print: (found) =>
    printList(found, 'No network is under maintenance.', {
      network: ({ network }) => network,
      mode: ({ mode, abandoned }) => (abandoned ? 'abandoned' : mode),
      since: ({ since }) => instant(since),
      'owners read': ({ message }) => message,
    }),
});

const network = text('<network>', 'a network of a coin');

/** Its reason is the message to the owners. */
const maintenanceOn = {
  ...looks({
    name: 'maintenance on',
    does: 'close a network for payouts; mining and crediting go on',
    input: {
      network,
      message: text('--message <text>', 'what owners read on their page, at most 300 characters'),
      autoOnly: flag('--auto-only', 'let the daily run pay, and refuse payout requests'),
    },
    jsonIs: 'the outcome',
    run: (ctx, { autoOnly, ...input }) => maintainNetwork(ctx, { ...input, mode: modeOf(autoOnly) }),
    asks: (typed) => `Stop payouts on ${typed.network}?`,
    isDone: ({ kind }) => kind === 'done',
    print: (outcome, { autoOnly, ...typed }) =>
      maintenanceSentence(typed.network, `is ${modeOf(autoOnly)}`, outcome),
  }),
  decides: true,
};

const maintenanceAbandon = decides({
  name: 'maintenance abandon',
  does: 'close a network whose node is gone for good: its coins are paid on their other networks again',
  input: {
    network,
    message: text('--message <text>', 'what owners read on their page, at most 300 characters'),
  },
  run: (ctx, input) => maintainNetwork(ctx, { ...input, mode: 'abandoned' }),
  asks: (typed) =>
    `What ${typed.network} has paid and the database does not know may be paid again on other networks. Abandon ${typed.network}?`,
  print: (outcome, typed) =>
    maintenanceSentence(
      typed.network,
      'is abandoned: it stays closed, and payouts on other networks do not wait for its wallet. To end that: openlode maintenance off',
      outcome,
    ),
});

const maintenanceOff = decides({
  name: 'maintenance off',
  does: 'open a network again',
  input: { network },
  run: (ctx, { reason, ...input }) => maintainNetwork(ctx, { ...input, mode: 'open', message: reason }),
  print: (outcome, typed) => maintenanceSentence(typed.network, 'is open again', outcome),
});

function modeOf(autoOnly: boolean | undefined): 'auto-only' | 'closed' {
  return autoOnly === true ? 'auto-only' : 'closed';
}

function maintenanceSentence(network: string, done: string, outcome: MaintainOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `${outcome.network} ${done}.`;
    case 'malformed-message':
      return 'A message or reason has 1 to 300 characters.';
    case 'unknown-network':
      return `No coin has a network ${network}.`;
    case 'wallet-answers':
      return `Nothing says that the wallet of ${outcome.network} is away: compare with it first (openlode payouts compare). openlode maintenance on closes a network that answers.`;
    case 'not-under-maintenance':
      return `${network} is not under maintenance; a suspension is lifted by openlode suspensions lift.`;
  }
}

export const maintenanceVerbs: VerbFamily = {
  group: {
    name: 'maintenance',
    does: 'networks that you work on: nothing leaves, or only by the daily run, and owners read why',
  },
  verbs: [maintenanceList, maintenanceOn, maintenanceAbandon, maintenanceOff],
};
