import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { workersQueryExample } from './examples/account-workers.ts';
import { calculateRewardBodyExample } from './examples/calculate-reward.ts';
import { EventsQuery } from './http/account-events.ts';
import { AccountParams } from './http/account-params.ts';
import { ReceiptParams } from './http/account-receipt.ts';
import { TableQuery } from './http/account-tables.ts';
import { WorkersQuery } from './http/account-workers.ts';
import { AccountsBalanceParams } from './http/accounts-balance.ts';
import { AddressLookUpQuery, AddressParams, AddressQuery } from './http/address.ts';
import { CalculateRewardBody } from './http/calculate-reward.ts';
import { CoinListQuery, CoinParams } from './http/coins.ts';
import { NoticeQuery } from './http/notice.ts';
import { AutoPayBody, OwnerHeaders, SwitchNetworkQuery } from './http/owner-actions.ts';
import { OwnerChallengeBody, OwnerChallengeParams } from './http/owner-challenge.ts';
import { PageQuery } from './http/page-query.ts';
import { SupportParams, SupportQuery } from './http/support.ts';
import { LiveAccountId, LiveCount, LiveLastReward, LivePaid } from './live/events.ts';

const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';

interface Case {
  readonly title: string;
  readonly schema: TSchema;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

/** Numbers of a query are numbers here: the server turns text into numbers before it checks them. */
const cases: Case[] = [
  {
    title: 'AccountParams',
    schema: AccountParams,
    good: [{ uuid }, { uuid: uuid.toUpperCase() }],
    bad: [{}, { uuid: '' }, { uuid: `${uuid}0` }, { uuid: uuid.replaceAll('-', '') }, { uuid, more: 1 }],
  },
  {
    title: 'ReceiptParams',
    schema: ReceiptParams,
    good: [
      { uuid, seq: 1 },
      { uuid, seq: 9_000_000 },
    ],
    bad: [{ uuid }, { uuid, seq: 0 }, { uuid, seq: 1.5 }, { uuid: 'x', seq: 1 }, { uuid, seq: 1, more: 1 }],
  },
  {
    title: 'TableQuery',
    schema: TableQuery,
    good: [{}, { tz: 'UTC' }, { tz: 'America/Argentina/Buenos_Aires' }, { tz: 'Etc/GMT+5' }],
    bad: [{ tz: '' }, { tz: 'a b' }, { tz: '\r\n' }, { tz: 'x'.repeat(65) }, { zone: 'UTC' }],
  },
  {
    title: 'WorkersQuery',
    schema: WorkersQuery,
    good: [{}, { period: '1h' }, workersQueryExample],
    bad: [{ period: '' }, { period: '2h' }, { period: ['1h', '24h'] }, { more: 1 }],
  },
  {
    title: 'AccountsBalanceParams',
    schema: AccountsBalanceParams,
    good: [{ uuids: uuid }, { uuids: `${uuid},${uuid}` }, { uuids: Array(50).fill(uuid).join(',') }],
    bad: [
      { uuids: '' },
      { uuids: `${uuid},` },
      { uuids: `${uuid}, ${uuid}` },
      { uuids: Array(51).fill(uuid).join(',') },
    ],
  },
  {
    title: 'AddressParams',
    schema: AddressParams,
    good: [{ address: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE' }, { address: 'r'.repeat(256) }],
    bad: [{ address: '' }, { address: 'r'.repeat(257) }, { address: 1 }],
  },
  {
    title: 'AddressQuery',
    schema: AddressQuery,
    good: [{ coin: 'XRP' }, { coin: 'Shib' }],
    bad: [{}, { coin: '' }, { coin: 'X'.repeat(33) }, { coin: ['XRP', 'BTC'] }],
  },
  {
    title: 'AddressLookUpQuery',
    schema: AddressLookUpQuery,
    good: [{ coin: 'XRP' }, { coin: 'XRP', refusals: '200' }],
    bad: [{ refusals: '200' }, { coin: 'XRP', refusals: '404' }, { coin: 'XRP', refusals: 200 }],
  },
  {
    title: 'AutoPayBody',
    schema: AutoPayBody,
    good: [{ setting: true }, { setting: false }],
    bad: [{}, { setting: 'true' }, { setting: null }, { setting: true, uuid }, null],
  },
  {
    title: 'CalculateRewardBody',
    schema: CalculateRewardBody,
    good: [
      calculateRewardBodyExample,
      { algo: 'kawpow', coin: 'RVN', mh: '0.000001' },
      { algo: 'randomx', coin: 'XMR', mh: 1e18 },
    ],
    bad: [
      { algo: 'kawpow', coin: 'RVN' },
      { algo: 'kawpow', coin: 'RVN', mh: -1 },
      { algo: 'kawpow', coin: 'RVN', mh: '-1' },
      { algo: 'kawpow', coin: 'RVN', mh: '1e5' },
      { algo: 'kawpow', coin: 'RVN', mh: '' },
      { algo: 'kawpow', coin: 'RVN', mh: 1e31 },
      { algo: '', coin: 'RVN', mh: 1 },
    ],
  },
  {
    title: 'CoinListQuery',
    schema: CoinListQuery,
    good: [{}, { categories: '1' }, { categories: '0' }],
    bad: [{ categories: '2' }, { categories: '' }, { category: '1' }],
  },
  {
    title: 'CoinParams',
    schema: CoinParams,
    good: [{ symbol: 'DOGE' }, { symbol: '1inch' }],
    bad: [{ symbol: '' }, { symbol: 'D'.repeat(33) }, {}],
  },
  {
    title: 'EventsQuery',
    schema: EventsQuery,
    good: [
      {},
      { page: 2 },
      { type: 'worker,reward,payout' },
      { type: '' },
      { type: 'account' },
      { after: 0 },
    ],
    bad: [
      { page: 0 },
      { page: 1.5 },
      { type: 'reward,' },
      { type: 'rewards' },
      { type: 'reward,reward,reward,reward,reward' },
      { after: -1 },
    ],
  },
  {
    title: 'NoticeQuery',
    schema: NoticeQuery,
    good: [{}, { coin: 'BTC', count: 4, skip: 0 }, { count: 50 }],
    bad: [{ count: 0 }, { count: 51 }, { skip: -1 }, { coin: '' }],
  },
  {
    title: 'OwnerChallengeBody',
    schema: OwnerChallengeBody,
    good: [
      { action: 'pay' },
      { action: 'switch', network: 'BSC' },
      { action: 'auto_pay', setting: true },
      { action: 'cancel_switch' },
    ],
    bad: [
      {},
      { action: 'steal' },
      { action: 'pay', address: 'x' },
      { action: 'auto_pay', setting: 'true' },
      { action: 'switch', network: '../x' },
    ],
  },
  {
    title: 'OwnerChallengeParams',
    schema: OwnerChallengeParams,
    good: [{ uuid, id: uuid }],
    bad: [{ uuid }, { id: uuid }, { uuid, id: 'v-7K2Q9XDM' }],
  },
  {
    title: 'OwnerHeaders',
    schema: OwnerHeaders,
    good: [{}, { authorization: 'Owner kq3Vn8sWmZt1YbR5uXc7Ep', host: 'pool.example' }],
    bad: [
      { authorization: 'Owner short' },
      { authorization: 'Bearer kq3Vn8sWmZt1YbR5uXc7Ep' },
      { authorization: `Owner ${'a'.repeat(129)}` },
    ],
  },
  {
    title: 'PageQuery',
    schema: PageQuery,
    good: [{}, { page: 1 }, { page: 1_000_000 }],
    bad: [{ page: 0 }, { page: -1 }, { page: 1_000_001 }, { page: 1, size: 1000 }],
  },
  {
    title: 'SupportParams',
    schema: SupportParams,
    good: [
      { type: 'article', slug: 'memo-and-tag' },
      { type: 'category', slug: 'no such thing' },
    ],
    bad: [{ type: 'page', slug: 'x' }, { type: 'article', slug: '' }, { type: 'article' }],
  },
  {
    title: 'SupportQuery',
    schema: SupportQuery,
    good: [{}, { search: '' }, { search: 'ASIC' }],
    bad: [{ search: 'a'.repeat(101) }, { search: 1 }, { query: 'ASIC' }],
  },
  {
    title: 'SwitchNetworkQuery',
    schema: SwitchNetworkQuery,
    good: [{ network: 'BSC' }, { network: 'arbitrum' }],
    bad: [{}, { network: '' }, { network: 'B S C' }, { network: 'N'.repeat(17) }],
  },
  { title: 'LiveAccountId', schema: LiveAccountId, good: [uuid], bad: ['', null, { uuid }, `${uuid} `] },
  { title: 'LiveCount', schema: LiveCount, good: ['0', '102861'], bad: [102861, '', '1.5', '1e5', '007'] },
  {
    title: 'LivePaid',
    schema: LivePaid,
    good: ['2001.72662209', '2,001.72662209', '0'],
    bad: [2001.7, '2,01.7', '1e3', '', '-1'],
  },
  { title: 'LiveLastReward', schema: LiveLastReward, good: [1738324620], bad: ['1738324620', -1, 1.5, null] },
];

describe('requests and plain live values', () => {
  it.each(cases)('$title takes the good and refuses the bad', ({ schema, good, bad }) => {
    expect(bad.length).toBeGreaterThanOrEqual(3);
    expect(good.filter((value) => !Check(schema, value))).toEqual([]);
    expect(bad.filter((value) => Check(schema, value))).toEqual([]);
  });
});
