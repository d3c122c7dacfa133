import { coins } from '@openlode/catalogue/coins';
import { listAccounts, type ListedAccount } from '../../../domain/operations/list-accounts.ts';
import { type ShownAccount, showAccount } from '../../../domain/operations/show-account.ts';
import { accountArgument, flag, limit, optionalText } from '../parameters.ts';
import { printPayouts } from '../print-payouts.ts';
import { printTable } from '../print-table.ts';
import { instant, namingSentence } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

interface UnknownCoin {
  readonly kind: 'unknown-coin';
}

const accountsList = looks({
  name: 'accounts list',
  does: 'the accounts that worked last',
  input: {
    coin: optionalText('--coin <symbol>', 'only those paid in this coin'),
    restricted: flag('--restricted', 'only those that are refused'),
    limit: limit(100),
  },
  run: (ctx, query): Promise<readonly ListedAccount[] | UnknownCoin> => listAccounts(ctx, query),
  check: async ({ coin }) => {
    if (coin === undefined) return {};
    const symbol = coin.toUpperCase();
    return coins.some((each) => each.symbol === symbol)
      ? { adding: { coin: symbol } }
      : { refusal: { kind: 'unknown-coin' as const } };
  },
  isDone: (found) => !('kind' in found),
  print: (found, { coin }) => {
    if ('kind' in found) return `${coin} is no coin of the catalogue.`;
    return found.length === 0 ? 'There are no such accounts.' : printAccounts(found);
  },
});

const accountsShow = looks({
  name: 'accounts show',
  does: 'everything about one account: balance, codes, fee, payouts, restriction',
  input: { account: accountArgument },
  run: showAccount,
  isDone: ({ kind }) => kind === 'shown',
  print: (shown, { account }) => printAccount(account, shown),
});

function printAccounts(found: readonly ListedAccount[]): string {
  const headings = [
    'coin',
    'balance',
    'network',
    'workers',
    'last work',
    'auto',
    'coin status',
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
    each.coinStatus === 'open' ? '' : each.coinStatus,
    each.restricted ? 'yes' : '',
    nameOf(each),
    each.uuid,
  ]);
  return printTable(headings, rows, new Set(['balance', 'workers']));
}

function nameOf({ address, memo }: Pick<ListedAccount, 'address' | 'memo'>): string {
  return memo === '' ? address : `${address}:${memo}`;
}

function printAccount(typed: string, shown: ShownAccount): string {
  if (shown.kind !== 'shown') return namingSentence(typed, shown);
  const { account, codes, fee, restriction, payouts } = shown;
  const rows = [
    ['account', account.uuid],
    ['address', nameOf(account)],
    ['paid in', `${account.coin} on ${account.network}`],
    ['coin status', account.coinStatus],
    ['balance', account.balance],
    ['auto-pay', account.autoPay ? 'on' : 'off'],
    ['workers online', String(account.workersOnline)],
    ['last work', instant(account.lastWorkAt)],
    ['fee', `${fee}%`],
    ['codes', [codes.ordinary, codes.custom].filter((code) => code !== null).join(', ')],
    ['restricted', restriction === null ? 'no' : `since ${instant(restriction.since)}: ${restriction.note}`],
  ];
  const table = printTable(['what', 'value'], rows);
  return payouts.length === 0 ? `${table}\n\nNo payouts.` : `${table}\n\n${printPayouts(payouts)}`;
}

export const accountsVerbs: VerbFamily = {
  group: { name: 'accounts', does: 'who mines here, and what stands in the database for them' },
  verbs: [accountsList, accountsShow],
};
