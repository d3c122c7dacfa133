import type { Command } from 'commander';
import type { BlockOutcome } from '../../domain/operations/decide-block.ts';
import {
  type Asked,
  type DeskTable,
  deciding,
  instant,
  isAgreed,
  looking,
  type Reasoned,
} from './desk-table.ts';
import { printTable } from './print-table.ts';

/** Adds `blocks waiting` and `blocks give-up` to the program. */
export function addBlockCommands(program: Command, table: DeskTable): void {
  const blocks = program
    .command('blocks')
    .description('found blocks that their chain has neither taken nor given up');
  looking(blocks, 'waiting', 'the blocks that are submitted again, and what their chain says').action(
    async ({ json }: Asked) => {
      const found = await table.connect().desk('list-waiting-blocks', {});
      table.say(json, found, () =>
        found.length === 0
          ? 'No block waits.'
          : printTable(
              ['id', 'chain', 'height', 'hash', 'found', 'the chain says'],
              found.map(({ id, chain, height, hash, foundAt, problem }) => [
                id,
                chain,
                height,
                hash,
                instant(foundAt),
                problem,
              ]),
              new Set(['height']),
            ),
      );
    },
  );
  deciding(blocks, 'give-up', 'submit a block no more; its round pays nothing', true)
    .argument('<id>', 'an id of the list')
    .action(async (id: string, options: Reasoned) => {
      const question = `Give block ${id} up? Its round pays nothing, and there is no way back.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().desk('give-up-block', { id, reason: options.reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(options.json, outcome, () => sentence(id, outcome));
    });
}

function sentence(id: string, outcome: BlockOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `Block ${outcome.hash} is given up.`;
    case 'malformed-id':
      return `${id} is no id: see openlode blocks waiting.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'not-waiting':
      return `Block ${id} does not wait: see openlode blocks waiting.`;
  }
}
