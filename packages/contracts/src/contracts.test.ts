import { readdirSync } from 'node:fs';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { closedObject } from './closed-object.ts';
import { Failure } from './envelope.ts';
import { accountEventsExample } from './examples/account-events.ts';
import { accountPaymentsExample } from './examples/account-payments.ts';
import { accountReceiptExample } from './examples/account-receipt.ts';
import { accountReferralsExample } from './examples/account-referrals.ts';
import { accountRejectsExample } from './examples/account-rejects.ts';
import { accountStatsExample } from './examples/account-stats.ts';
import { accountSummaryExample } from './examples/account-summary.ts';
import { accountWorkersExample } from './examples/account-workers.ts';
import { accountsBalanceExample } from './examples/accounts-balance.ts';
import { addressExample, freshAddressExample } from './examples/address.ts';
import { accountExpectedExample } from './examples/account-expected.ts';
import { addressConnectionsExample } from './examples/address-connections.ts';
import { addressRefusalsExample } from './examples/address-refusals.ts';
import { algorithmListExample } from './examples/algorithms.ts';
import { blocksExample } from './examples/blocks.ts';
import { calculateRewardExample } from './examples/calculate-reward.ts';
import { coinExample, coinGroupsExample, coinListExample } from './examples/coins.ts';
import { failureExample } from './examples/failure.ts';
import { healthExample } from './examples/health.ts';
import {
  liveAckExample,
  liveBalanceExample,
  liveCatchUpExample,
  livePaymentStatusExample,
  liveRewardEventExample,
  liveSummaryExample,
  liveVersionExample,
  liveWorkerExample,
  liveWorkerEventExample,
} from './examples/live.ts';
import { noticeExample } from './examples/notice.ts';
import {
  autoPayExample,
  cancelSwitchExample,
  payNowExample,
  switchNetworkExample,
} from './examples/owner-actions.ts';
import { ownerChallengeExample } from './examples/owner-challenge.ts';
import { poolExample } from './examples/pool.ts';
import { referralCodeExample } from './examples/referral-code.ts';
import { referralInfoExample } from './examples/referral-info.ts';
import { referralReportsExample } from './examples/referral-reports.ts';
import { releasesExample } from './examples/releases.ts';
import { siteExample } from './examples/site.ts';
import { siteVersionExample } from './examples/site-version.ts';
import { supportArticleExample, supportExample, supportSearchExample } from './examples/support.ts';
import { AccountEventsResponse } from './http/account-events.ts';
import { AccountPaymentsResponse } from './http/account-payments.ts';
import { AccountReceiptResponse } from './http/account-receipt.ts';
import { AccountReferralsResponse } from './http/account-referrals.ts';
import { AccountRejectsResponse } from './http/account-rejects.ts';
import { AccountStatsResponse } from './http/account-stats.ts';
import { AccountSummaryResponse } from './http/account-summary.ts';
import { AccountWorkersResponse } from './http/account-workers.ts';
import { AccountsBalanceResponse } from './http/accounts-balance.ts';
import { AddressResponse } from './http/address.ts';
import { AccountExpectedResponse } from './http/account-expected.ts';
import { AddressConnectionsResponse } from './http/address-connections.ts';
import { AddressRefusalsResponse } from './http/address-refusals.ts';
import { AlgorithmListResponse } from './http/algorithms.ts';
import { BlocksResponse } from './http/blocks.ts';
import { CalculateRewardResponse } from './http/calculate-reward.ts';
import { CoinGroupsResponse, CoinListResponse, CoinResponse } from './http/coins.ts';
import { HealthResponse } from './http/health.ts';
import { NoticeResponse } from './http/notice.ts';
import {
  AutoPayResponse,
  CancelSwitchResponse,
  PayNowResponse,
  SwitchNetworkResponse,
} from './http/owner-actions.ts';
import { OwnerChallengeResponse } from './http/owner-challenge.ts';
import { PoolResponse } from './http/pool.ts';
import { ReferralCodeResponse } from './http/referral-code.ts';
import { ReferralInfoResponse } from './http/referral-info.ts';
import { ReferralReportsResponse } from './http/referral-reports.ts';
import { ReleasesResponse } from './http/releases.ts';
import { SiteVersionResponse } from './http/site-version.ts';
import { SupportResponse } from './http/support.ts';
import {
  LiveAck,
  LiveBalance,
  LiveCatchUp,
  LiveEvent,
  LivePaymentStatus,
  LiveSummary,
  LiveVersion,
  LiveWorker,
} from './live/events.ts';
import { Site } from './site.ts';
import { mutationsOf } from './testing/mutations.ts';

const examples: readonly (readonly [title: string, schema: TSchema, example: unknown])[] = [
  ['AccountEventsResponse', AccountEventsResponse, accountEventsExample],
  ['AccountExpectedResponse', AccountExpectedResponse, accountExpectedExample],
  ['AccountPaymentsResponse', AccountPaymentsResponse, accountPaymentsExample],
  ['AccountReceiptResponse', AccountReceiptResponse, accountReceiptExample],
  ['AccountReferralsResponse', AccountReferralsResponse, accountReferralsExample],
  ['AccountRejectsResponse', AccountRejectsResponse, accountRejectsExample],
  ['AccountStatsResponse', AccountStatsResponse, accountStatsExample],
  ['AccountSummaryResponse', AccountSummaryResponse, accountSummaryExample],
  ['AccountWorkersResponse', AccountWorkersResponse, accountWorkersExample],
  ['AccountsBalanceResponse', AccountsBalanceResponse, accountsBalanceExample],
  ['AddressConnectionsResponse', AddressConnectionsResponse, addressConnectionsExample],
  ['AddressRefusalsResponse', AddressRefusalsResponse, addressRefusalsExample],
  ['AddressResponse', AddressResponse, addressExample],
  ['AddressResponse, fresh', AddressResponse, freshAddressExample],
  ['AlgorithmListResponse', AlgorithmListResponse, algorithmListExample],
  ['AutoPayResponse', AutoPayResponse, autoPayExample],
  ['BlocksResponse', BlocksResponse, blocksExample],
  ['CalculateRewardResponse', CalculateRewardResponse, calculateRewardExample],
  ['CancelSwitchResponse', CancelSwitchResponse, cancelSwitchExample],
  ['CoinGroupsResponse', CoinGroupsResponse, coinGroupsExample],
  ['CoinListResponse', CoinListResponse, coinListExample],
  ['CoinResponse', CoinResponse, coinExample],
  ['Failure', Failure, failureExample],
  ['HealthResponse', HealthResponse, healthExample],
  ['LiveAck', LiveAck, liveAckExample],
  ['LiveBalance', LiveBalance, liveBalanceExample],
  ['LiveEvent, worker', LiveEvent, liveWorkerEventExample],
  ['LiveEvent, reward', LiveEvent, liveRewardEventExample],
  ['LivePaymentStatus', LivePaymentStatus, livePaymentStatusExample],
  ['LiveSummary', LiveSummary, liveSummaryExample],
  ['LiveCatchUp', LiveCatchUp, liveCatchUpExample],
  ['LiveVersion', LiveVersion, liveVersionExample],
  ['LiveWorker', LiveWorker, liveWorkerExample],
  ['NoticeResponse', NoticeResponse, noticeExample],
  ['OwnerChallengeResponse', OwnerChallengeResponse, ownerChallengeExample],
  ['PayNowResponse', PayNowResponse, payNowExample],
  ['PoolResponse', PoolResponse, poolExample],
  ['ReferralCodeResponse', ReferralCodeResponse, referralCodeExample],
  ['ReleasesResponse', ReleasesResponse, releasesExample],
  ['ReferralInfoResponse', ReferralInfoResponse, referralInfoExample],
  ['ReferralReportsResponse', ReferralReportsResponse, referralReportsExample],
  ['Site', Site, siteExample],
  ['SiteVersionResponse', SiteVersionResponse, siteVersionExample],
  ['SupportResponse', SupportResponse, supportExample],
  ['SupportResponse, article', SupportResponse, supportArticleExample],
  ['SupportResponse, search', SupportResponse, supportSearchExample],
  ['SwitchNetworkResponse', SwitchNetworkResponse, switchNetworkExample],
];

describe('the examples', () => {
  it.each(examples)('%s takes its example, also after a trip through JSON', (_title, schema, example) => {
    expect(Check(schema, example)).toBe(true);
    const travelled: unknown = JSON.parse(JSON.stringify(example));
    expect(travelled).toEqual(example);
    expect(Check(schema, travelled)).toBe(true);
  });

  it.each(examples)('%s refuses every small mutation of its example', (_title, schema, example) => {
    const mutations = mutationsOf(schema, example);
    expect(mutations.length).toBeGreaterThanOrEqual(3);
    expect(mutations.filter(({ value }) => Check(schema, value)).map(({ title }) => title)).toEqual([]);
  });

  it('exist for every answer and every structured live event', async () => {
    const titles = new Set(examples.map(([title]) => title.split(',')[0]));
    const missing: string[] = [];
    let looked = 0;
    for (const folder of ['http', 'live']) {
      for (const file of readdirSync(new URL(folder, import.meta.url))) {
        if (file.endsWith('.test.ts')) continue;
        const entry = new URL(`${folder}/${file}`, import.meta.url).href;
        const exported = (await import(/* @vite-ignore */ entry)) as Readonly<Record<string, unknown>>;
        for (const [name, schema] of Object.entries(exported)) {
          if (!name.endsWith('Response') && !(name.startsWith('Live') && isStructured(schema))) continue;
          looked += 1;
          if (!titles.has(name)) missing.push(name);
        }
      }
    }
    expect(missing).toEqual([]);
    expect(looked).toBe(41);
  });

  it.each(examples)('%s is closed all the way down', (_title, schema) => {
    const { open, objects } = looseObjects(schema, '');
    expect(open).toEqual([]);
    expect(objects).toBeGreaterThan(0);
  });

  it('leave out no field but these', () => {
    const optional = examples.flatMap(([, schema]) => optionalFields(schema));
    expect([...new Set(optional)].toSorted()).toEqual([
      'assumptions',
      'conversion',
      'conversion_spread_percent',
      'fallback',
      'fiat_per_usd',
      'not_paid_why',
      'paid_price_at',
      'paid_price_source',
      'paid_through_exchange',
      'payment_threshold_next',
      'pending_network',
      'r',
      'rate_spread_percent',
      'receipt',
      'relayed',
      's',
      'simulated',
      'sold',
    ]);
  });

  it('carry amounts as exact text', () => {
    expect(exactFields(AddressResponse, addressExample)).toEqual([
      'data.chains.0.payment_threshold',
      'data.chains.1.payment_threshold',
      'data.balance',
      'data.balance_payable',
      'data.precision',
      'data.payment_threshold',
      'data.mining_fee',
    ]);
    expect(exactFields(AccountStatsResponse, accountStatsExample)).toEqual([
      'data.balance',
      'data.balance_mining',
      'data.balance_referral',
      'data.rewarded.past_24h',
      'data.rewarded.past_7d',
      'data.rewarded.past_30d',
      'data.payday.credited_past_day',
      'data.paid',
      'data.payment_threshold',
      'data.mining_fee',
    ]);
    expect(exactFields(AccountPaymentsResponse, accountPaymentsExample)).toEqual([
      'data.list.0.amount',
      'data.list.0.waits_for.amount',
      'data.list.0.usd',
      'data.list.1.amount',
      'data.list.1.usd',
      'data.list.2.amount',
    ]);
    expect(exactFields(CalculateRewardResponse, calculateRewardExample)).toEqual([
      'per_day',
      'per_month',
      'assumptions.fee',
      'assumptions.price_usd',
      'assumptions.networks.0.rate',
      'assumptions.fiat_per_usd.USD',
      'assumptions.fiat_per_usd.EUR',
    ]);
    expect(exactFields(LiveBalance, liveBalanceExample)).toEqual(['b', 'pb']);
    expect(
      exactFields(AccountEventsResponse, accountEventsExample).filter((field) =>
        field.startsWith('data.list.1.'),
      ),
    ).toEqual([
      'data.list.1.data.amount',
      'data.list.1.data.amount_extended',
      'data.list.1.data.receipt.lines.0.own_work',
      'data.list.1.data.receipt.lines.0.round_work',
      'data.list.1.data.receipt.lines.0.reward.amount',
      'data.list.1.data.receipt.lines.0.share',
      'data.list.1.data.receipt.lines.0.rate',
      'data.list.1.data.receipt.lines.0.usd',
      'data.list.1.data.receipt.lines.0.gross',
      'data.list.1.data.receipt.lines.0.fee',
      'data.list.1.data.receipt.lines.0.fee_percent',
      'data.list.1.data.receipt.lines.0.referral',
      'data.list.1.data.receipt.lines.0.credited',
    ]);
  });

  it('say the same in msg and message, under all envelopes', () => {
    const envelopes = examples
      .map(([, , example]) => example as { success?: boolean; msg?: string; message?: string })
      .filter(({ success, message }) => success !== undefined && message !== undefined);
    expect(envelopes).toHaveLength(35);
    for (const { msg, message } of envelopes) expect(message).toBe(msg);
  });
});

/** The fields that must be digits as text, in the order of the example. */
function exactFields(schema: TSchema, example: unknown): string[] {
  return mutationsOf(schema, example)
    .filter(({ title }) => title.startsWith('exponent '))
    .map(({ title }) => title.slice('exponent '.length));
}

/** The objects of a schema, and the paths of those that would take any field. */
function looseObjects(schema: unknown, path: string): { open: string[]; objects: number } {
  const result = { open: [] as string[], objects: 0 };
  if (typeof schema !== 'object' || schema === null) return result;
  if ('type' in schema && schema.type === 'object') {
    result.objects = 1;
    if (!('additionalProperties' in schema) || schema.additionalProperties !== false) result.open.push(path);
  }
  for (const [key, inner] of Object.entries(schema)) {
    const found = looseObjects(inner, `${path}/${key}`);
    result.open.push(...found.open);
    result.objects += found.objects;
  }
  return result;
}

/** The names that an object of the schema may lack. */
function optionalFields(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, required } = schema as { properties?: object; required?: readonly string[] };
  const own = Object.keys(properties ?? {}).filter((name) => required?.includes(name) !== true);
  return [...(Array.isArray(required) ? own : []), ...Object.values(schema).flatMap(optionalFields)];
}

function isStructured(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && ('properties' in schema || 'anyOf' in schema);
}

describe('mutationsOf', () => {
  it('finds each kind of mutation', () => {
    const schema = closedObject({
      amount: Type.String({ pattern: '^[0-9]+$' }),
      note: Type.Union([Type.String(), Type.Null()]),
      kinds: Type.Array(Type.Enum(['a', 'b'])),
      at: Type.Optional(Type.Integer()),
    });
    expect(mutationsOf(schema, { amount: '5', note: null, kinds: ['a'], at: 1 })).toEqual([
      { title: 'missing amount', value: { note: null, kinds: ['a'], at: 1 } },
      { title: 'missing note', value: { amount: '5', kinds: ['a'], at: 1 } },
      { title: 'missing kinds', value: { amount: '5', note: null, at: 1 } },
      { title: 'junk JUNK', value: { amount: '5', note: null, kinds: ['a'], at: 1, JUNK: 1 } },
      { title: 'text for object', value: 'no-such' },
      { title: 'number for text amount', value: { amount: 1, note: null, kinds: ['a'], at: 1 } },
      { title: 'exponent amount', value: { amount: '1e-7', note: null, kinds: ['a'], at: 1 } },
      { title: 'no list kinds', value: { amount: '5', note: null, kinds: {}, at: 1 } },
      { title: 'foreign value kinds.0', value: { amount: '5', note: null, kinds: ['no-such'], at: 1 } },
      { title: 'text for value at', value: { amount: '5', note: null, kinds: ['a'], at: '1' } },
    ]);
  });
});
