import type { Command } from 'commander';
import type { DelistOutcome } from '../../domain/operations/delist-coin.ts';
import type { MaintainOutcome } from '../../domain/operations/maintain-network.ts';
import type { ReloadPagesOutcome } from '../../domain/operations/reload-pages.ts';
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
import type { NewsFile } from './operator.ts';
import { printTable } from './print-table.ts';

/** Adds `maintenance`, `delist`, `relist`, `delisted`, `reload-pages`, `news` and `log` to the program. */
export function addListingCommands(program: Command, table: DeskTable): void {
  addMaintenance(program, table);
  for (const name of ['delist', 'relist'] as const) {
    const isGoing = name === 'delist';
    const does = isGoing
      ? 'list a coin no longer: its miners are refused, balances are paid for 90 days and stay in the ledger'
      : 'list a coin again';
    deciding(program, name, does, isGoing)
      .argument('<coin>', 'its symbol')
      .action(async (coin: string, options: Reasoned) => {
        if (isGoing && !(await isAgreed(table, options, `Delist ${coin}? Its miners are disconnected.`)))
          return;
        const outcome = await table
          .connect()
          .desk('delist', { coin, delist: isGoing, reason: options.reason });
        if (outcome.kind !== 'done') table.fail();
        table.say(options.json, outcome, () => delistSentence(coin, isGoing, outcome));
      });
  }
  looking(program, 'delisted', 'the coins that were delisted by command').action(async ({ json }: Asked) => {
    const found = await table.connect().desk('list-delisted', {});
    table.say(json, found, () =>
      found.length === 0
        ? 'No coin was delisted by command.'
        : printTable(
            ['coin', 'since'],
            found.map(({ coin, since }) => [coin, instant(since)]),
          ),
    );
  });

  deciding(
    program,
    'reload-pages',
    'ask every page of the site that is open now to be reloaded',
    false,
  ).action(async ({ reason, json }: Reasoned) => {
    const outcome = await table.connect().desk('reload-pages', { reason });
    if (outcome.kind !== 'done') table.fail();
    table.say(json, outcome, () => reloadSentence(outcome));
  });

  const news = program.command('news').description('the notices of content/news, as the pool reads them');
  looking(news, 'list', 'every file, the newest first').action(async ({ json }: Asked) => {
    const found = await table.connect().news();
    table.say(json, found, () => printNews(found));
  });
  looking(news, 'check', 'whether every file can be shown').action(async ({ json }: Asked) => {
    const found = await table.connect().news();
    const faulty = found.filter(({ fault }) => fault !== null);
    if (faulty.length > 0) table.find();
    table.say(json, faulty, () =>
      faulty.length === 0 ? `All ${found.length} files can be shown.` : printNews(faulty),
    );
  });

  looking(program, 'log', 'what operators have decided, the newest first')
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 50)
    .action(async ({ json, limit }: Asked & { readonly limit: number }) => {
      const found = await table.connect().desk('read-log', { limit });
      table.say(json, found, () =>
        found.length === 0
          ? 'Nothing was decided yet.'
          : printTable(
              ['when', 'who', 'what', 'subject', 'why'],
              found.map(({ at, actor, kind, subject, reason }) => [
                instant(at),
                actor,
                kind,
                subject,
                reason,
              ]),
            ),
      );
    });
}

function addMaintenance(program: Command, table: DeskTable): void {
  const maintenance = program
    .command('maintenance')
    .description('networks that you work on: nothing leaves, or only by the daily run, and owners read why');
  looking(maintenance, 'list', 'what is under maintenance now').action(async ({ json }: Asked) => {
    const found = await table.connect().desk('list-maintenance', {});
    table.say(json, found, () =>
      found.length === 0
        ? 'No network is under maintenance.'
        : printTable(
            ['network', 'mode', 'since', 'owners read'],
            found.map(({ network, mode, since, message }) => [network, mode, instant(since), message]),
          ),
    );
  });
  maintenance
    .command('on')
    .description('close a network for payouts; mining and crediting go on')
    .argument('<network>', 'a network of a coin')
    .requiredOption('--message <text>', 'what owners read on their page, at most 300 characters')
    .option('--auto-only', 'let the daily run pay, and nobody ask for more')
    .option('--yes', 'do not ask')
    .option('--json', 'print the outcome as JSON')
    .action(
      async (network: string, options: Asked & { readonly message: string; readonly autoOnly?: boolean }) => {
        const { message, autoOnly } = options;
        if (!(await isAgreed(table, options, `Stop payouts on ${network}?`))) return;
        const mode = autoOnly === true ? 'auto-only' : 'closed';
        const outcome = await table.connect().desk('maintain', { network, mode, message });
        if (outcome.kind !== 'done') table.fail();
        table.say(options.json, outcome, () => maintenanceSentence(network, `is ${mode}`, outcome));
      },
    );
  deciding(maintenance, 'off', 'open a network again', false)
    .argument('<network>', 'a network of a coin')
    .action(async (network: string, { reason, json }: Reasoned) => {
      const outcome = await table.connect().desk('maintain', { network, mode: 'open', message: reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(json, outcome, () => maintenanceSentence(network, 'is open again', outcome));
    });
}

function maintenanceSentence(network: string, done: string, outcome: MaintainOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `${outcome.network} ${done}.`;
    case 'malformed-message':
      return 'A message or reason has 1 to 300 characters.';
    case 'unknown-network':
      return `No coin has a network ${network}.`;
    case 'not-under-maintenance':
      return `${network} is not under maintenance; a suspension is lifted by openlode suspensions lift.`;
  }
}

function reloadSentence({ kind }: ReloadPagesOutcome): string {
  switch (kind) {
    case 'done':
      return 'Every page that is open asks to be reloaded.';
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'no-pool':
      return 'No pool runs here: pages are told by a running one.';
  }
}

function delistSentence(typed: string, isGoing: boolean, outcome: DelistOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return isGoing ? `${outcome.coin} is delisted.` : `${outcome.coin} is listed again.`;
    case 'unknown-coin':
      return `There is no coin ${typed}.`;
    case 'delisted-by-catalogue':
      return `${outcome.coin} is delisted by the catalogue of this release.`;
    case 'unchanged':
      return isGoing
        ? `${outcome.coin} is delisted already.`
        : `${outcome.coin} was not delisted by command.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
  }
}

function printNews(found: readonly NewsFile[]): string {
  if (found.length === 0) return 'There are no news.';
  return printTable(
    ['file', 'when', 'type', 'coin', 'pinned', 'fault'],
    found.map(({ file, at, type, coin, pinned, fault }) => [
      file,
      at === null ? '' : instant(at),
      type ?? '',
      coin ?? '',
      pinned ? 'yes' : '',
      fault ?? '',
    ]),
  );
}
