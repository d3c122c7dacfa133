import { findCoin } from '@openlode/catalogue/coins';
import type { Finding } from '../../../domain/kernel/finding.ts';
import {
  decideSuspension,
  listSuspensions,
  type SuspensionOutcome,
} from '../../../domain/operations/decide-suspension.ts';
import { assetSuspension, everyNetwork, type Suspension } from '../../../domain/payouts/suspensions.ts';
import { addedTexts, digits, flag, text } from '../parameters.ts';
import { printFindings } from '../print-findings.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';
import { audit } from './audit.ts';

const suspensionsList = looks({
  name: 'suspensions list',
  does: 'what is suspended now, and why',
  input: {},
  run: listSuspensions,
  print: (found) =>
    printList(found, 'Nothing is suspended.', {
      network: ({ network }) => network,
      since: ({ since }) => instant(since),
      reason: ({ reason }) => reason,
      detail: ({ detail }) => detail,
    }),
});

const network = text('<network>', 'a network of a coin, or * for all of them');

const suspensionsSuspend = decides({
  name: 'suspensions suspend',
  does: 'let nothing leave on a network, until it is lifted',
  input: {
    network,
    recovered: flag(
      '--recovered',
      'the database or the data directory was put back to an earlier state: lifting needs payouts compare first',
    ),
  },
  run: (ctx, input) => decideSuspension(ctx, { ...input, verb: 'suspend' }),
  asks: (typed) => `Let nothing leave on ${placeOf(typed.network)}?`,
  print: (outcome, typed) => suspensionSentence('suspend', typed.network, outcome),
});

interface NotSound {
  readonly kind: 'not-sound';
  readonly findings: readonly Finding[];
}

/** A suspension that is lifted while the audit has findings lets payouts leave an untrustworthy ledger, so it needs an explicit option. */
const suspensionsLift = decides({
  name: 'suspensions lift',
  does: 'take a suspension away, once its cause is cleared up; of several on a network one at a time',
  input: {
    network,
    despiteFindings: flag(
      '--despite-findings',
      'also where the audit has findings about what is lifted; without it nothing is lifted then',
    ),
    /** Of a suspended asset: what the wallet lacks of it, as the audit of this very command says; no more of it is accepted. */
    acceptedShort: digits(),
    /** The assets of which the wallet holds less than the ledger says, and that are not what is lifted: they stay suspended. */
    stillShort: addedTexts(),
  },
  run: (ctx, { despiteFindings: _, stillShort: __, ...input }): Promise<SuspensionOutcome | NotSound> =>
    decideSuspension(ctx, { ...input, verb: 'lift' }),
  check: async ({ despiteFindings, ...typed }, look) => {
    const { findings: all } = await look(audit, {});
    const suspended = all.length > 0 && typed.network === everyNetwork ? await look(suspensionsList, {}) : [];
    const findings = all.filter((each) => concerns(each, typed.network, suspended));
    const short = all.filter(
      ({ kind, subject }) => kind === 'wallet-short' && assetSuspension(subject) !== typed.network,
    );
    if (findings.length > 0 && despiteFindings !== true)
      return { refusal: { kind: 'not-sound' as const, findings } };
    return {
      warning: findings.length === 0 ? '' : `The audit has ${findings.length} findings. `,
      adding: {
        ...missingOf(typed.network, findings),
        ...(short.length === 0 ? {} : { stillShort: short.map(({ subject }) => subject) }),
      },
    };
  },
  asks: (typed) => `Lift what is suspended on ${placeOf(typed.network)}? What was sent does not come back.`,
  print: (outcome, typed) =>
    outcome.kind === 'not-sound'
      ? [
          'Not lifted: the ledger is not sound.',
          printFindings(outcome.findings),
          'Clear up each finding, or add --despite-findings if you know that paying is right all the same.',
        ].join('\n')
      : liftedSentence(typed.network, outcome, typed.stillShort ?? []),
});

/**
 * Whether a finding of the audit speaks against lifting: one that is about another asset than is suspended, or than is paid on the
 * suspended network, does not. A shortfall of an asset that is suspended by itself does not speak against lifting on all networks: that
 * asset stays suspended. Nor does a network whose wallet does not say what it holds, but against its coins. Every other finding does.
 */
function concerns({ subject, kind }: Finding, scope: string, suspended: readonly Suspension[]): boolean {
  if (kind === 'wallet-unreachable') return subject === everyNetwork || isOn(subject, scope);
  const coin = findCoin(subject);
  if (coin?.symbol !== subject) return true;
  if (scope === everyNetwork)
    return kind !== 'wallet-short' || !suspended.some(({ network }) => network === assetSuspension(subject));
  if (scope.startsWith(assetSuspension(''))) return scope === assetSuspension(subject);
  return coin.chains.some((chain) => chain.network === scope);
}

/** Whether a suspended network is this one, or a suspended asset is paid on it. */
function isOn(network: string, scope: string): boolean {
  const prefix = assetSuspension('');
  if (!scope.startsWith(prefix)) return scope === network;
  return (findCoin(scope.slice(prefix.length))?.chains ?? []).some((chain) => chain.network === network);
}

function missingOf(network: string, findings: readonly Finding[]): { readonly acceptedShort?: string } {
  if (!network.startsWith(assetSuspension(''))) return {};
  const short = findings.find(
    ({ kind, subject }) => kind === 'wallet-short' && network === assetSuspension(subject),
  );
  return { acceptedShort: (BigInt(short?.expected ?? 0) - BigInt(short?.found ?? 0)).toString() };
}

function placeOf(network: string): string {
  return network === '*' ? 'any network' : network;
}

function suspensionSentence(verb: 'suspend' | 'lift', network: string, outcome: SuspensionOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return doneSentence(verb, placeOf(outcome.network), outcome.still);
    case 'unknown-network':
      return `No coin has a network ${network}.`;
    case 'already-suspended':
      return `${network} is suspended already.`;
    case 'not-compared':
      return notComparedSentence(outcome);
    case 'not-suspended':
      return `${network} is not suspended; what the operator closed is opened by openlode maintenance off.`;
    case 'malformed-reason':
      return malformedReason;
  }
}

function notComparedSentence({
  unanswered,
  unknownOn,
}: Extract<SuspensionOutcome, { kind: 'not-compared' }>): string {
  const places = [
    ...(unanswered.length === 0 ? [] : [`no answer from ${unanswered.join(', ')}`]),
    ...(unknownOn.length === 0 ? [] : [`unknown transactions on ${unknownOn.join(', ')}`]),
  ];
  const newest = places.length === 0 ? '' : ` The newest comparison had ${places.join(', and ')}.`;
  return `Not lifted: the database may lack what has left.${newest} Run openlode payouts compare, adopt what it names, compare again.`;
}

/** What was lifted, and the assets that do not leave all the same. */
function liftedSentence(scope: string, outcome: SuspensionOutcome, stillShort: readonly string[]): string {
  const sentence = suspensionSentence('lift', scope, outcome);
  if (outcome.kind !== 'done' || stillShort.length === 0) return sentence;
  const places = stillShort.map(assetSuspension).join(', ');
  return `${sentence}\nNot of ${stillShort.join(', ')}: the wallet holds less than the ledger says, which suspends ${places} within a minute where it is not suspended yet. Lift that by itself (openlode suspensions lift).`;
}

function doneSentence(verb: 'suspend' | 'lift', scope: string, still: readonly Suspension[]): string {
  if (verb === 'suspend') return `Nothing leaves on ${scope} until it is lifted.`;
  if (still.length === 0) return `Payouts leave again on ${scope}.`;
  const reasons = still.map(({ network, reason, detail }) => `${network}, ${reason}: ${detail}`);
  return ['One suspension is lifted. These still hold payouts back; look into each:', ...reasons].join('\n');
}

export const suspensionsVerbs: VerbFamily = {
  group: {
    name: 'suspensions',
    does: 'networks on which nothing leaves, because of a suspension that an operator has to look into',
  },
  verbs: [suspensionsList, suspensionsSuspend, suspensionsLift],
};
