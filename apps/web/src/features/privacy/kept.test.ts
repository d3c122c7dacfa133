import { loggedOfMiners, loggedOfVisitors } from '@openlode/catalogue/logged';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { preferenceFields } from '../../shared/storage/preferences.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { inWords, keptByPool } from './kept-by-pool.ts';
import { fieldWords, recordWords } from './kept-in-browser.ts';
import { loggedByPool } from './logged-by-pool.ts';

/** Where each line of the page is stored. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'Payout address, memo and referral code': ['miners', 'referral_codes'],
  'Rewards, fees and payouts': [
    'ledger_entries',
    'ledger_links',
    'postings',
    'balances',
    'credits',
    'referral_credits',
    'closed_postings',
    'earning_days',
    'payouts',
    'payout_transactions',
    'payout_claims',
    'payout_attempts',
    'payout_coin_reservations',
    'payout_days',
    'payout_run_waits',
    'payout_journal',
    'withdrawn_payouts',
    'write_off_notices',
  ],
  'Worker names': ['workers'],
  'Work by worker and minute': ['worker_minutes', 'reported_minutes'],
  'Work by miner and ten minutes': ['miner_ten_minutes', 'reported_ten_minutes'],
  'Work of a round': ['slices', 'slice_work'],
  'Events of a miner': ['events'],
  'How many shares of a worker were accepted and rejected, and refused logins': [
    'worker_hours',
    'worker_rejects',
    'refused_logins',
  ],
  // Connections stand in no table.
  'Open connections of an address: worker, algorithm and since when': [],
  'The IP address of a miner’s connection, with its errors and bans': [],
  'IP addresses that mine to an address, as keyed hashes': ['source_work', 'new_workers'],
  'For how many addresses an IP address mines, as keyed hashes that lead to no address': ['source_miners'],
  'IP addresses of a miner’s owner, as keyed hashes': ['owner_sources'],
  'How the shares and blocks of a miner compare with chance, by day': ['share_statistics'],
  'Which miners worked under a referral code, by day': ['referred_days'],
  'Work that came too late to be counted automatically': ['parked_batches'],
  'Owner challenges': ['owner_challenges'],
  'Answers to an owner’s request': ['owner_answers'],
  'A requested network switch': ['network_switches'],
  'Addresses that may not mine here': ['restricted_addresses'],
  'What the operator decided about an address or a payout, with the reason': [
    'operator_decisions',
    'payout_actions',
  ],
};

/** Totals, rates, chains and the pool itself; and the deposit addresses of exchanges. */
const impersonal = [
  'accepted_prices',
  'block_searches',
  'catalogue_closures',
  'cleared_work',
  'clock_readings',
  'closed_entries',
  'closed_rounds',
  'converted_pairs',
  'converted_values',
  'delisted_coins',
  'exchange_addresses',
  'fiat_rates',
  'forgotten_batches',
  'incomes',
  'instances',
  'ledger_chains',
  'ledger_closings',
  'mined_work',
  'network_maintenance',
  'paid_total',
  'payout_comparisons',
  'payout_epochs',
  'payout_fee_spells',
  'payout_funds',
  'payout_minimums',
  'payout_runs',
  'payout_suspensions',
  'place_addresses',
  'place_balances',
  'place_transfers',
  'place_transits',
  'places',
  'pool_identity',
  'rate_answers',
  'relayed_blocks',
  'reward_lines',
  'rounds',
  'secret_fingerprint',
  'site_texts',
  'smallest_balances_paid',
  'sold_first_lines',
  'sold_first_parts',
  'sweeps',
  'trade_fills',
  'trade_orders',
  'trade_turns',
  'treasury_movements',
  'uncredited_work',
  'upstream_counts',
  'upstream_lines',
  'upstream_places',
  'upstream_states',
  'upstream_statements',
  'wind_downs',
  'work_batches',
];

describe('what the privacy page lists', () => {
  it('is every field and every record that the browser keeps', () => {
    expect(Object.keys(fieldWords).toSorted()).toEqual([...preferenceFields].toSorted());
    expect(Object.keys(recordWords).toSorted()).toEqual(Object.keys(storageKeys).toSorted());
  });

  it('is in docs/browser-storage.md, too', () => {
    const doc = readFileSync(`${import.meta.dirname}/../../../../../docs/browser-storage.md`, 'utf8');
    for (const name of [...preferenceFields, ...Object.values(storageKeys)])
      expect(doc).toContain(`\`${name}\``);
  });

  it('is every table of the pool with personal data', () => {
    const folder = `${import.meta.dirname}/../../../../pool/src/runtime/database/migrations`;
    const schema = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .join('\n');
    const renamed = new Map(
      [...schema.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)].map(([, was, is]) => [was, is]),
    );
    const made = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(
      ([, name = '']) => renamed.get(name) ?? name,
    );
    expect(Object.keys(tables).toSorted()).toEqual(keptByPool.map(({ what }) => what).toSorted());
    expect([...Object.values(tables).flat(), ...impersonal].toSorted()).toEqual(made.toSorted());
  });

  it('is every line of the log about a miner or a visitor', () => {
    expect(loggedByPool.map(({ when }) => when)).toEqual([
      'A login is refused',
      'An internet connection is banned for ten minutes',
      'A connection is read slowly because too many bytes come from it or from its IP address',
      'A connection is closed because it breaks a limit or finds no share',
      'A connection is refused: there are too many, or a ban is running',
      'Requests are refused that name another site than this one',
      'Live connections are refused or closed because they do too much',
      'The pool fails to answer a call of the site',
    ]);
    expect(loggedByPool).toHaveLength(
      Object.keys(loggedOfMiners).length + Object.keys(loggedOfVisitors).length,
    );
    expect(loggedByPool[5]?.says).toBe(
      'the requested name and the number of requests, and nothing about the visitor; one line in 60 seconds for all',
    );
    expect(loggedByPool[0]).toEqual({
      when: 'A login is refused',
      says: 'the IP address as a keyed hash and the reason; all others within 30 seconds share one line with counts',
    });
  });

  it('is what the pool forgets, with its durations', () => {
    const until = (what: string) => keptByPool.find((each) => each.what === what)?.until;
    expect(until('Work by worker and minute')).toBe('2 hours');
    expect(until('Work by miner and ten minutes')).toBe('8 days');
    expect(until('Events of a miner')).toBe('7 days');
    expect(until('How many shares of a worker were accepted and rejected, and refused logins')).toBe(
      '25 hours',
    );
    expect(until('Which miners worked under a referral code, by day')).toBe('30 days');
    expect(until('Answers to an owner’s request')).toBe('24 hours');
    expect(until('Owner challenges')).toBe('1 hour after their end');
    expect(inWords(86_400_000)).toBe('24 hours');
  });
});
