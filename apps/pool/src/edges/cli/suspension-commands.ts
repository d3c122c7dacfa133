import type { Command } from 'commander';
import type { SuspensionOutcome } from '../../domain/operations/desk-payouts.ts';
import type { Finding } from '../../domain/kernel/finding.ts';
import { assetSuspension, type Suspension } from '../../domain/payouts/suspensions.ts';
import {
  type Asked,
  type DeskTable,
  deciding,
  instant,
  isAgreed,
  looking,
  type Reasoned,
} from './desk-table.ts';
import { printFindings } from './print-findings.ts';
import { printTable } from './print-table.ts';

/** Adds `suspensions` to the program. */
export function addSuspensionCommands(program: Command, table: DeskTable): void {
  const suspensions = program
    .command('suspensions')
    .description(
      'networks on which nothing leaves, because of a suspension that an operator has to look into',
    );
  looking(suspensions, 'list', 'what is suspended now, and why').action(async ({ json }: Asked) => {
    const found = await table.connect().desk('list-suspensions', {});
    table.say(json, found, () =>
      found.length === 0
        ? 'Nothing is suspended.'
        : printTable(
            ['network', 'since', 'reason', 'detail'],
            found.map(({ network, since, reason, detail }) => [network, instant(since), reason, detail]),
          ),
    );
  });
  addSuspend(suspensions, table);
  addLift(suspensions, table);
}

const networkArgument = 'a network of a coin, or * for all of them';

function addSuspend(suspensions: Command, table: DeskTable): void {
  deciding(suspensions, 'suspend', 'let nothing leave on a network, until it is lifted', true)
    .argument('<network>', networkArgument)
    .option(
      '--recovered',
      'the database or the data directory was put back to an earlier state: lifting needs payouts compare first',
    )
    .action(async (network: string, options: Reasoned & { readonly recovered?: boolean }) => {
      if (!(await isAgreed(table, options, `Let nothing leave on ${placeOf(network)}?`))) return;
      const { reason, recovered = false } = options;
      const outcome = await table
        .connect()
        .desk('decide-suspension', { verb: 'suspend', network, recovered, reason });
      tell(table, options, 'suspend', network, outcome);
    });
}

/** What is lifted while the ledger is not sound is paid from a ledger that nobody can trust: it takes a word of its own. */
function addLift(suspensions: Command, table: DeskTable): void {
  deciding(
    suspensions,
    'lift',
    'take a suspension away, once its cause is cleared up; of several on a network one at a time',
    true,
  )
    .argument('<network>', networkArgument)
    .option('--despite-findings', 'also where the audit has findings; without it nothing is lifted then')
    .action(async (network: string, options: Reasoned & { readonly despiteFindings?: boolean }) => {
      const { reason, despiteFindings = false } = options;
      const { findings } = await table.connect().audit();
      if (findings.length > 0 && !despiteFindings) {
        table.fail();
        table.say(options.json, { kind: 'not-sound', findings }, () =>
          [
            'Not lifted: the ledger is not sound.',
            printFindings(findings),
            'Clear up each finding, or add --despite-findings if you know that paying is right all the same.',
          ].join('\n'),
        );
        return;
      }
      const unsound = findings.length === 0 ? '' : `The audit has ${findings.length} findings. `;
      const question = `${unsound}Lift what is suspended on ${placeOf(network)}? What was sent does not come back.`;
      if (!(await isAgreed(table, options, question))) return;
      const request = { verb: 'lift' as const, network, reason, ...missingOf(network, findings) };
      const outcome = await table.connect().desk('decide-suspension', request);
      tell(table, options, 'lift', network, outcome);
    });
}

/** What the wallet lacks of a suspended asset, as the audit of this very command says: no more of it is accepted. */
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

function tell(
  table: DeskTable,
  { json }: Asked,
  verb: 'suspend' | 'lift',
  network: string,
  outcome: SuspensionOutcome,
): void {
  if (outcome.kind !== 'done') table.fail();
  table.say(json, outcome, () => suspensionSentence(verb, network, outcome));
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
      return 'Not lifted: the database may lack what has left. Run openlode payouts compare, adopt what it names, compare again.';
    case 'not-suspended':
      return `${network} is not suspended; what the operator closed is opened by openlode maintenance off.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
  }
}

function doneSentence(verb: 'suspend' | 'lift', place: string, still: readonly Suspension[]): string {
  if (verb === 'suspend') return `Nothing leaves on ${place} until it is lifted.`;
  if (still.length === 0) return `Payouts leave again on ${place}.`;
  const reasons = still.map(({ network, reason, detail }) => `${network}, ${reason}: ${detail}`);
  return ['One suspension is lifted. These still hold payouts back; look into each:', ...reasons].join('\n');
}
