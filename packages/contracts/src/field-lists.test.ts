import { describe, expect, it } from 'vitest';
import { accountEventsExample, rewardEventExample } from './examples/account-events.ts';
import { accountPaymentsExample } from './examples/account-payments.ts';
import { accountReferralsExample } from './examples/account-referrals.ts';
import { accountStatsExample } from './examples/account-stats.ts';
import { accountSummaryExample } from './examples/account-summary.ts';
import { accountWorkersExample } from './examples/account-workers.ts';
import { accountsBalanceExample } from './examples/accounts-balance.ts';
import { addressExample } from './examples/address.ts';
import { algorithmListExample } from './examples/algorithms.ts';
import { calculateRewardExample } from './examples/calculate-reward.ts';
import { coinExample, coinGroupsExample } from './examples/coins.ts';
import {
  liveBalanceExample,
  liveSummaryExample,
  liveVersionExample,
  liveWorkerEventExample,
} from './examples/live.ts';
import { noticeExample } from './examples/notice.ts';
import { poolExample } from './examples/pool.ts';
import { referralInfoExample } from './examples/referral-info.ts';
import { referralReportsExample } from './examples/referral-reports.ts';
import { supportArticleExample, supportExample } from './examples/support.ts';

/** The names of an object, sorted; the schemas are closed and refuse an example with other fields. */
function fields(value: unknown): string {
  return Object.keys(value as object)
    .toSorted()
    .join(' ');
}

function sorted(names: string): string {
  return names.split(/\s+/).toSorted().join(' ');
}

/** A field list of the specification, beside the fields that only this pool has. */
interface Shape {
  readonly title: string;
  readonly value: unknown;
  readonly specified: string;
  readonly ours?: string;
}

const alwaysThere = [
  {
    title: 'every envelope',
    value: coinExample,
    specified: 'success data msg message',
  },
  {
    title: 'POST /v3/calculate/reward',
    value: calculateRewardExample,
    specified: 'algo coin per_day per_month',
    ours: 'assumptions',
  },
] satisfies Shape[];

const called: Shape[] = [
  {
    title: 'GET /v5/coin/{symbol}',
    value: coinExample.data,
    specified:
      'symbol name logo network token_standard regex regex_memo address_prefix high_risk delisted top tags chains payment_threshold payment_enabled',
    ours: 'memo_kind no_pow_note paid_here',
  },
  { title: 'GET /v5/coin?categories=1', value: coinGroupsExample.data[0], specified: 'category list' },
  { title: 'GET /v5/pool', value: poolExample.data, specified: 'summary pools' },
  {
    title: 'the summary of GET /v5/pool',
    value: poolExample.data.summary,
    specified: 'past_24hr_workers past_24hr_miners total_paid_btc',
  },
  {
    title: 'a pool of GET /v5/pool',
    value: poolExample.data.pools['etchash'],
    specified: 'last_reward avg_reward_time',
    ours: 'hashrate miners',
  },
  {
    title: 'GET /v5/algorithm',
    value: algorithmListExample.data[0],
    specified:
      'code name longName typeCode type additionalTypes miningVia symbol symbolDesc symbolLogo symbolMerged minimumVramRequirement unitOfMeasurement preUnitOfMeasurement minimumUnitOfMeasurement minCalculatorUnit maxCalculatorUnit defaultCalculatorUnit wizardSort showInWizard new beta deactivated tags warningMessage extraComment isInOurEasyMiningApp customStaticDiff guides globalServer alternativeServers chartSeries chartOptions',
    ours: 'unitLabel portsDisplayed work',
  },
  {
    title: 'a server',
    value: algorithmListExample.data[0]?.globalServer,
    specified: 'description url country sslPorts defaultPort alternativePorts extraPorts highDiffPorts',
  },
  {
    title: 'GET /v5/address/{address}',
    value: addressExample.data,
    specified:
      'uuid chains network address enabled enabled_auto_only delisted_chain fresh inactive mining_key mining_fee balance balance_payable precision auto payment_threshold memo maintenance_message has_custom_referral_code custom_referral_code referral_code err_flags',
    ours: 'coin paid_here pending_network payable_until write_off_at',
  },
  {
    title: 'err_flags',
    value: addressExample.data.err_flags,
    specified: 'missing_memo payment_error restricted not_activated',
  },
  {
    title: 'a chain of GET /v5/address/{address}',
    value: addressExample.data.chains[0],
    specified:
      'name network regex regex_memo is_default token_standard payment_threshold enabled enabled_auto_only contract explorer_address explorer_address_link compatible',
    ours: 'paid_here',
  },
  { title: 'GET …/summary', value: accountSummaryExample.data, specified: 'raw timestamp' },
  {
    title: 'raw of GET …/summary',
    value: accountSummaryExample.data.raw,
    specified: 'worker_count algorithm_count hr',
  },
  {
    title: 'GET …/payments',
    value: accountPaymentsExample.data,
    specified: 'disclaimer explorer coin list has_next has_prev last_page',
  },
  {
    title: 'a payment',
    value: accountPaymentsExample.data.list[0],
    specified: 'id status reason timestamp network tx amount exchange explorer explorer_link',
    ours: 'kind broadcast_at settled_at confirmations confirmations_needed waits_for usd',
  },
  {
    title: 'GET …/referrals',
    value: accountReferralsExample.data,
    specified: 'code custom_code custom_code_tier list count last_page has_next has_prev',
  },
  { title: 'a referred worker', value: accountReferralsExample.data.list[0], specified: 'name last_seen' },
  {
    title: 'GET …/stats',
    value: accountStatsExample.data,
    specified:
      'balance balance_mining balance_referral rewarded rewarded_timestamp paid last_payment payment_threshold mining_fee coin network',
    ours: 'payday payments',
  },
  {
    title: 'rewarded of GET …/stats',
    value: accountStatsExample.data.rewarded,
    specified: 'past_24h past_7d past_30d',
  },
  {
    title: 'rewarded_timestamp of GET …/stats',
    value: accountStatsExample.data.rewarded_timestamp,
    specified: 'past_24h past_7d past_30d',
  },
  {
    title: 'an algorithm of GET …/workers',
    value: accountWorkersExample.data['etchash'],
    specified: 'workers chart',
  },
  {
    title: 'a worker',
    value: accountWorkersExample.data['etchash']?.workers[0],
    specified: 'online name last rhr chr referral',
  },
  {
    title: 'a chart of GET …/workers',
    value: accountWorkersExample.data['etchash']?.chart,
    specified: 'reported calculated',
  },
];

const listed: Shape[] = [
  {
    title: 'tiers',
    value: referralInfoExample.data.tiers[0],
    specified: 'code name minimum_active miner_percentage owner_percentage platform_percentage',
  },
  {
    title: 'balances',
    value: accountsBalanceExample.data[0],
    specified: 'uuid balance last_update',
    ours: 'precision',
  },
  { title: 'report chart', value: referralReportsExample.data.chart, specified: 'data timestamps' },
  { title: 'notice', value: noticeExample, specified: 'success msg message data pinned' },
  { title: 'notice item', value: noticeExample.data[0], specified: 'type title at tweet_url' },
  { title: 'events', value: accountEventsExample.data, specified: 'list has_next has_prev' },
  { title: 'event', value: rewardEventExample, specified: 'event timestamp data', ours: 'seq' },
  {
    title: 'event data',
    value: rewardEventExample.data,
    specified: 'version amount amount_extended time_start time_end online algorithm name code',
    ours: 'receipt',
  },
  {
    title: 'coin chain',
    value: coinExample.data.chains[1],
    specified:
      'name network regex regex_memo is_default token_standard payment_threshold enabled contract explorer_address explorer_address_link',
    ours: 'enabled_auto_only paid_here',
  },
  { title: 'support', value: supportExample.data, specified: 'categories article noData' },
  {
    title: 'article',
    value: supportArticleExample.data.article,
    specified: 'slug title shortText html created_at updated_at categorySlug categoryTitle',
    ours: 'headings related',
  },
  {
    title: 'category',
    value: supportExample.data.categories[0],
    specified: 'slug title count articles show_posted_date',
  },
];

const emitted: Shape[] = [
  { title: 'event', value: liveWorkerEventExample, specified: 'u e d t', ours: 'q' },
  { title: 'event data', value: liveWorkerEventExample.d, specified: 'a ae ts te o n c v', ours: 'al' },
  { title: 'balance', value: liveBalanceExample, specified: 'uuid b pb' },
  { title: 'summary', value: liveSummaryExample, specified: 'a w h t', ours: 'u' },
  { title: 'version', value: liveVersionExample, specified: 'p v f' },
];

function expectShape({ value, specified, ours = '' }: Shape): void {
  expect(fields(value)).toBe(sorted(`${specified} ${ours}`.trim()));
}

describe('answers hold exactly the fields of the specification, and ours beside them', () => {
  it.each(alwaysThere)('$title', expectShape);
  it.each(called)('$title', expectShape);

  it('what the specification leaves to one list', () => {
    expect(listed).toHaveLength(12);
    for (const shape of listed) expectShape(shape);
  });

  it.each(emitted)('live $title', expectShape);

  it('workers are keyed by every algorithm of the specification', () => {
    expect(fields(accountWorkersExample.data)).toBe(
      'autolykos beamhash blake3 equihash etchash ethash fishhash ghostrider karlsenhash kawpow kheavyhash nexapow octopus randomx scrypt sha256 xelishash',
    );
  });
});
