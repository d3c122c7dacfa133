import { coins } from '@openlode/catalogue/coins';
import type { Command } from 'commander';
import type { DeskAccount, NamedAddress, ShownAccount } from '../../domain/operations/desk-accounts.ts';
import type { GrantCodeOutcome } from '../../domain/operations/grant-code.ts';
import type { RestrictOutcome } from '../../domain/operations/restrict-address.ts';
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
import { payoutRows } from './payout-commands.ts';
import { printTable } from './print-table.ts';

const accountArgument = 'its id, or COIN:ADDRESS, or COIN:ADDRESS:MEMO';

/** Adds `accounts`, `restrict`, `unrestrict` and `codes` to the program. */
export function addAccountCommands(program: Command, table: DeskTable): void {
  const accounts = program
    .command('accounts')
    .description('who mines here, and what stands in the database for them');
  looking(accounts, 'list', 'the accounts that worked last')
    .option('--coin <symbol>', 'only those paid in this coin')
    .option('--restricted', 'only those that are refused')
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 100)
    .action(async ({ json, coin, restricted, limit }: Asked & ListOptions) => {
      if (coin !== undefined && !coins.some(({ symbol }) => symbol === coin.toUpperCase())) {
        table.fail();
        return table.say(json, { kind: 'unknown-coin' }, () => `${coin} is no coin of the catalogue.`);
      }
      const found = await table.connect().desk('list-accounts', {
        ...(coin === undefined ? {} : { coin: coin.toUpperCase() }),
        ...(restricted === true ? { restricted } : {}),
        limit,
      });
      table.say(json, found, () =>
        found.length === 0 ? 'There are no such accounts.' : printAccounts(found),
      );
    });
  looking(accounts, 'show', 'everything about one account: balance, codes, fee, payouts, restriction')
    .argument('<account>', accountArgument)
    .action(async (account: string, { json }: Asked) => {
      const shown = await table.connect().desk('show-account', { account });
      if (shown.kind !== 'shown') table.fail();
      table.say(json, shown, () => printAccount(account, shown));
    });

  deciding(
    program,
    'restrict',
    'refuse an address: its miners are disconnected, and nothing is paid to it',
    true,
  )
    .argument('<account>', accountArgument)
    .action(async (account: string, options: Reasoned) => {
      if (!(await isAgreed(table, options, `Refuse ${account} from now on?`))) return;
      const outcome = await table
        .connect()
        .desk('restrict', { account, restrict: true, reason: options.reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(options.json, outcome, () => restrictSentence(account, outcome, 'is refused from now on'));
    });
  deciding(program, 'unrestrict', 'serve a restricted address again', false)
    .argument('<account>', accountArgument)
    .action(async (account: string, { reason, json }: Reasoned) => {
      const outcome = await table.connect().desk('restrict', { account, restrict: false, reason });
      if (outcome.kind !== 'done') table.fail();
      table.say(json, outcome, () => restrictSentence(account, outcome, 'is served again'));
    });

  const codes = program
    .command('codes')
    .description('custom referral codes; every account has an ordinary one by itself');
  looking(codes, 'list', 'the custom codes there are').action(async ({ json }: Asked) => {
    const found = await table.connect().desk('list-codes', {});
    table.say(json, found, () =>
      found.length === 0
        ? 'There are no custom codes.'
        : printTable(
            ['code', 'tier', 'up to', 'active miners', 'coin', 'address', 'account'],
            found.map(({ code, tier, highest, active, coin, address, uuid }) => [
              code,
              String(tier),
              String(highest),
              String(active),
              coin,
              address,
              uuid,
            ]),
            new Set(['tier', 'up to', 'active miners']),
          ),
    );
  });
  deciding(codes, 'grant', 'give an account a custom code, for good, or its code another highest tier', true)
    .argument('<account>', accountArgument)
    .argument('<code>', 'letters, digits and hyphens, at most 32')
    .option(
      '--tier <number>',
      'the highest tier that it may reach by its active miners (default: no limit)',
      wholeNumber(0, 99),
    )
    .action(async (account: string, code: string, options: Reasoned & { readonly tier?: number }) => {
      const { tier, reason, json } = options;
      const question = `Give ${code} to ${account}? A code that miners use is not taken back.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table
        .connect()
        .desk('grant-code', { account, code, ...(tier === undefined ? {} : { tier }), reason });
      if (outcome.kind !== 'granted') table.fail();
      table.say(json, outcome, () => grantSentence(account, code, outcome));
    });
}

interface ListOptions {
  readonly coin?: string;
  readonly restricted?: boolean;
  readonly limit: number;
}

function printAccounts(found: readonly DeskAccount[]): string {
  const headings = [
    'coin',
    'balance',
    'network',
    'workers',
    'last work',
    'auto',
    'restricted',
    'address',
    'account',
  ];
  const rows = found.map((each) => [
    each.coin,
    each.balance,
    each.network,
    String(each.workersOnline),
    instant(each.lastWorkAt),
    each.autoPay ? 'on' : '',
    each.restricted ? 'yes' : '',
    nameOf(each),
    each.uuid,
  ]);
  return printTable(headings, rows, new Set(['balance', 'workers']));
}

function nameOf({ address, memo }: Pick<DeskAccount, 'address' | 'memo'>): string {
  return memo === '' ? address : `${address}:${memo}`;
}

function printAccount(typed: string, shown: ShownAccount): string {
  if (shown.kind !== 'shown') return namingSentence(typed, shown);
  const { account, codes, fee, restriction, payouts } = shown;
  const rows = [
    ['account', account.uuid],
    ['address', nameOf(account)],
    ['paid in', `${account.coin} on ${account.network}`],
    ['balance', account.balance],
    ['auto-pay', account.autoPay ? 'on' : 'off'],
    ['workers online', String(account.workersOnline)],
    ['last work', instant(account.lastWorkAt)],
    ['fee', `${fee}%`],
    ['codes', [codes.ordinary, codes.custom].filter((code) => code !== null).join(', ')],
    ['restricted', restriction === null ? 'no' : `since ${instant(restriction.since)}: ${restriction.note}`],
  ];
  const table = printTable(['what', 'value'], rows);
  return payouts.length === 0 ? `${table}\n\nNo payouts.` : `${table}\n\n${payoutRows(payouts)}`;
}

function namingSentence(
  typed: string,
  named: Exclude<NamedAddress, { kind: 'named' }> | { kind: 'never-mined'; coin: string; address: string },
): string {
  switch (named.kind) {
    case 'malformed-account':
      return `${typed} is no account: give its id, or COIN:ADDRESS.`;
    case 'bad-address':
      return `This is no address of ${named.coin}.`;
    case 'never-mined':
      return `Nobody has mined to ${named.coin}:${named.address}.`;
  }
}

function restrictSentence(typed: string, outcome: RestrictOutcome, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return `${outcome.coin}:${outcome.address} ${done}.`;
    case 'not-restricted':
      return `${typed} is not restricted.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'malformed-account':
    case 'bad-address':
      return namingSentence(typed, outcome);
  }
}

function grantSentence(typed: string, code: string, outcome: GrantCodeOutcome): string {
  switch (outcome.kind) {
    case 'granted':
      return `${outcome.code} belongs to ${typed}: tier ${outcome.tier}, with ${outcome.active} active miners; it may reach tier ${outcome.highest}.`;
    case 'bad-code':
      return `${code} is no code: letters, digits and hyphens, at most 32.`;
    case 'unknown-tier':
      return 'There is no such tier.';
    case 'unknown-account':
      return `Nobody has mined to ${typed}: an account comes with its first share.`;
    case 'taken':
      return `${code} is taken, in these letters or others.`;
    case 'has-another':
      return `${typed} has the code ${outcome.code}, which miners use; a second one is not given.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'malformed-account':
    case 'bad-address':
      return namingSentence(typed, outcome);
  }
}
