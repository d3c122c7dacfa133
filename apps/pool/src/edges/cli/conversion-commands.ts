import type { Command } from 'commander';
import type { ApproveOutcome } from '../../domain/rounds/approve-conversions.ts';
import type { HeldConversion } from '../../domain/rounds/held-conversions.ts';
import { type DeskTable, isAgreed, type Reasoned } from './desk-table.ts';
import { printTable } from './print-table.ts';

/** Adds `conversions` to the program. */
export function addConversionCommands(program: Command, table: DeskTable): void {
  const conversions = program
    .command('conversions')
    .description('what waits for a rate or for the operator, and the word that lets it through');
  conversions
    .command('list')
    .description('everything that has not been converted, the oldest first')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const held = await table.connect().heldConversions();
      table.say(json, held, () => (held.length === 0 ? 'Nothing waits.' : printHeld(held)));
    });
  conversions
    .command('approve')
    .description('let through what a cap holds; the price must still be one that sources agree on')
    .argument('<id>', 'an id of the list, or a round for everything that is held of it')
    .requiredOption('--reason <text>', 'why; kept for ever')
    .option('--json', 'print the outcome as JSON')
    .option('--yes', 'do not ask')
    .action(async (id: string, options: Reasoned) => {
      const { reason, json } = options;
      const question = `Convert what is held under ${id}? What was converted is not converted back.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().approveConversions(id, reason);
      if (outcome.kind !== 'approved') table.fail();
      table.say(json, outcome, () => approvalSentence(id, outcome));
    });
}

const heldFor: Readonly<Record<HeldConversion['why'], string>> = {
  'no-price': 'no agreed rate',
  'over-cap': 'worth more than one conversion may be',
  'over-hour-cap': 'more than an hour may convert',
};

function printHeld(held: readonly HeldConversion[]): string {
  const headings = ['id', 'amount', 'asset', 'to', 'US dollars', 'since', 'held for', 'rate by'];
  const rows = held.map(({ id, amount, asset, coin, usd, since, why, source, approved }) => [
    id,
    amount,
    asset,
    coin,
    usd ?? 'not known',
    new Date(since).toISOString(),
    approved ? 'approved' : heldFor[why],
    source ?? 'nobody',
  ]);
  return printTable(headings, rows, new Set(['amount', 'US dollars']));
}

function approvalSentence(id: string, outcome: ApproveOutcome): string {
  switch (outcome.kind) {
    case 'approved':
      return `${id}: ${outcome.parts} approved. They are converted within seconds of an agreed rate.`;
    case 'malformed-id':
      return `${id} is no id: see openlode conversions list.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'nothing-held':
      return `Nothing under ${id} is held by a cap. What waits for a rate needs no approval.`;
  }
}
