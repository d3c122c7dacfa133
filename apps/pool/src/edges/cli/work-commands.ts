import type { Command } from 'commander';
import type { ParkedOutcome } from '../../domain/operations/decide-parked.ts';
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

/** Adds `work parked`, `work count` and `work drop` to the program. */
export function addWorkCommands(program: Command, table: DeskTable): void {
  const work = program
    .command('work')
    .description(
      'work that was put aside, because it may have been counted before or cannot be recorded; count or drop it',
    );
  looking(work, 'parked', 'the batches that wait, the oldest first')
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 50)
    .action(async ({ json, limit }: Asked & { readonly limit: number }) => {
      const found = await table.connect().desk('list-parked', { limit });
      table.say(json, found, () =>
        found.length === 0
          ? 'No work is parked.'
          : printTable(
              ['id', 'algorithm', 'shares', 'accounts', 'first work', 'last work', 'parked', 'why'],
              found.map(({ id, algorithm, shares, accounts, firstAt, lastAt, parkedAt, reason, detail }) => [
                id,
                algorithm,
                String(shares),
                String(accounts),
                instant(firstAt),
                instant(lastAt),
                instant(parkedAt),
                reason === 'too-old' ? 'may have been counted before' : `cannot be recorded: ${detail}`,
              ]),
              new Set(['shares', 'accounts']),
            ),
      );
    });
  addDecision(work, table, 'count', 'count a batch now; its miners earn from it as from fresh work');
  addDecision(work, table, 'drop', 'never count a batch, because it was counted when it was new');
}

function addDecision(work: Command, table: DeskTable, verb: 'count' | 'drop', does: string): void {
  deciding(work, verb, does, true)
    .argument('<id>', 'an id of the list')
    .action(async (id: string, options: Reasoned) => {
      const question =
        verb === 'count'
          ? `Count batch ${id}? If it was counted before, it is then counted twice.`
          : `Drop batch ${id}? Whoever did this work gets nothing for it.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().desk('decide-parked', { verb, id, reason: options.reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(options.json, outcome, () => sentence(verb, id, outcome));
    });
}

function sentence(verb: 'count' | 'drop', id: string, outcome: ParkedOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return verb === 'count' ? `${id} is counted: ${outcome.shares} shares.` : `${id} is dropped.`;
    case 'malformed-id':
      return `${id} is no id: see openlode work parked.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'refused':
      return `Batch ${id} still cannot be recorded, and stays parked: ${outcome.detail}`;
    case 'not-parked':
      return `Batch ${id} is not parked: see openlode work parked.`;
  }
}
