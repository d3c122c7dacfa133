import type { Command } from 'commander';
import type { FlagExchangeOutcome } from '../../domain/operations/flag-exchange.ts';
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

const addressArgument = 'COIN:ADDRESS; a memo behind it is ignored';

/** Adds `exchanges` to the program. */
export function addExchangeCommands(program: Command, table: DeskTable): void {
  const exchanges = program
    .command('exchanges')
    .description('deposit addresses that an exchange shares among its customers: mining to one needs a memo');
  looking(exchanges, 'list', 'those flagged by command or by the settings').action(
    async ({ json }: Asked) => {
      const found = await table.connect().desk('list-exchanges', {});
      table.say(json, found, () =>
        found.length === 0
          ? 'No address is flagged.'
          : printTable(
              ['coin', 'address', 'exchange', 'since', 'from'],
              found.map(({ coin, address, exchange, since, origin }) => [
                coin,
                address,
                exchange,
                instant(since),
                origin,
              ]),
            ),
      );
    },
  );
  deciding(exchanges, 'add', 'refuse logins with this address that bring no memo', true)
    .argument('<address>', addressArgument)
    .requiredOption(
      '--exchange <name>',
      'whose it is, at most 80 characters; an address flagged already is renamed',
    )
    .action(async (address: string, options: Reasoned & { readonly exchange: string }) => {
      const { exchange, reason, json } = options;
      const question = `Refuse ${address} without a memo? Its miners are refused when they connect again.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().desk('flag-exchange', { address, exchange, reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(json, outcome, () => flagSentence(address, true, outcome));
    });
  deciding(exchanges, 'remove', 'let miners use this address without a memo again', true)
    .argument('<address>', addressArgument)
    .action(async (address: string, options: Reasoned) => {
      const question = `Let ${address} be mined to without a memo? If it is an exchange's, what it is paid is lost.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().desk('flag-exchange', { address, reason: options.reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(options.json, outcome, () => flagSentence(address, false, outcome));
    });
}

function flagSentence(typed: string, isFlag: boolean, outcome: FlagExchangeOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return isFlag
        ? `${outcome.coin}:${outcome.address} needs a memo from now on.`
        : `${outcome.coin}:${outcome.address} needs no memo any more.`;
    case 'unchanged':
      return isFlag
        ? `${outcome.coin}:${outcome.address} is flagged already.`
        : `${outcome.coin}:${outcome.address} was not flagged by command; the settings may name it (OPENLODE_EXCHANGES_FILE, OPENLODE_EXCHANGE_ADDRESSES).`;
    case 'malformed-address':
      return `${typed} is no address: give COIN:ADDRESS.`;
    case 'unknown-coin':
      return `There is no coin ${outcome.coin}.`;
    case 'bad-address':
      return `This is no address of ${outcome.coin}.`;
    case 'takes-no-memo':
      return `${outcome.network} takes no memo, so none can be asked for.`;
    case 'nameless':
      return 'Whose address is it? A name has 1 to 80 characters.';
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
  }
}
