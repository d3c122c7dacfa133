import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { Finding } from '../../kernel/finding.ts';

/** What the database itself has to hold even when the code is wrong: the triggers of the migrations by table, all of them. */
const guards = [
  { table: 'accepted_prices', trigger: 'accepted_prices_append_only' },
  { table: 'closed_entries', trigger: 'closed_entries_append_only' },
  { table: 'closed_entries', trigger: 'closed_entries_of_rounds' },
  { table: 'closed_entries', trigger: 'closed_entries_stay' },
  { table: 'closed_postings', trigger: 'closed_postings_stay' },
  { table: 'closed_postings', trigger: 'closed_postings_with_a_closing' },
  { table: 'closed_rounds', trigger: 'closed_rounds_append_only' },
  { table: 'closed_rounds', trigger: 'closed_rounds_stay' },
  { table: 'converted_pairs', trigger: 'converted_pairs_grow' },
  { table: 'converted_pairs', trigger: 'converted_pairs_stay' },
  { table: 'earning_days', trigger: 'earning_days_stay' },
  { table: 'earning_days', trigger: 'earning_days_with_a_closing' },
  { table: 'incomes', trigger: 'incomes_append_only' },
  { table: 'ledger_chains', trigger: 'ledger_chains_never_emptied' },
  { table: 'ledger_chains', trigger: 'ledger_chains_stay' },
  { table: 'ledger_closings', trigger: 'ledger_closings_append_only' },
  { table: 'ledger_closings', trigger: 'ledger_closings_stay' },
  { table: 'ledger_entries', trigger: 'ledger_entries_append_only' },
  { table: 'ledger_entries', trigger: 'ledger_entries_balance' },
  { table: 'ledger_entries', trigger: 'ledger_entries_stay' },
  { table: 'ledger_links', trigger: 'ledger_links_append_only' },
  { table: 'ledger_links', trigger: 'ledger_links_stay' },
  { table: 'miners', trigger: 'miners_have_a_code' },
  { table: 'operator_decisions', trigger: 'operator_decisions_append_only' },
  { table: 'payout_actions', trigger: 'payout_actions_append_only' },
  { table: 'payout_attempts', trigger: 'payout_attempts_append_only' },
  { table: 'payout_attempts', trigger: 'payout_attempts_exclude_each_other' },
  { table: 'payout_comparisons', trigger: 'payout_comparisons_append_only' },
  { table: 'payout_epochs', trigger: 'payout_epochs_append_only' },
  { table: 'payout_minimums', trigger: 'payout_minimums_append_only' },
  { table: 'payout_journal', trigger: 'payout_journal_append_only' },
  { table: 'payout_claims', trigger: 'payout_claims_held' },
  { table: 'payout_claims', trigger: 'payout_claims_stay' },
  { table: 'payout_transactions', trigger: 'payout_transactions_forward_only' },
  { table: 'payout_transactions', trigger: 'payout_transactions_stay' },
  { table: 'payouts', trigger: 'payouts_forward_only' },
  { table: 'payouts', trigger: 'payouts_stay' },
  { table: 'place_transits', trigger: 'place_transits_forward_only' },
  { table: 'place_transits', trigger: 'place_transits_stay' },
  { table: 'pool_identity', trigger: 'pool_identity_immutable' },
  { table: 'place_transfers', trigger: 'place_transfers_forward_only' },
  { table: 'place_transfers', trigger: 'place_transfers_stay' },
  { table: 'postings', trigger: 'postings_append_only' },
  { table: 'postings', trigger: 'postings_go_with_their_closing' },
  { table: 'postings', trigger: 'postings_stay' },
  { table: 'postings', trigger: 'postings_with_their_entry' },
  { table: 'secret_fingerprint', trigger: 'secret_fingerprint_append_only' },
  { table: 'sold_first_lines', trigger: 'sold_first_lines_forward_only' },
  { table: 'sold_first_lines', trigger: 'sold_first_lines_stay' },
  { table: 'sold_first_parts', trigger: 'sold_first_parts_append_only' },
  { table: 'sweeps', trigger: 'sweeps_forward_only' },
  { table: 'sweeps', trigger: 'sweeps_stay' },
  { table: 'trade_fills', trigger: 'trade_fills_append_only' },
  { table: 'trade_orders', trigger: 'trade_orders_forward_only' },
  { table: 'trade_orders', trigger: 'trade_orders_stay' },
  { table: 'treasury_movements', trigger: 'treasury_movements_append_only' },
  { table: 'withdrawn_payouts', trigger: 'withdrawn_payouts_forward_only' },
  { table: 'withdrawn_payouts', trigger: 'withdrawn_payouts_stay' },
] as const;

/** Foreign keys without which a receipt, an earning or an event could lack its account, or a payout its bytes. */
const foreignKeys = [
  { table: 'credits', constraint: 'credits_miner_id_fkey' },
  { table: 'credits', constraint: 'credits_round_id_line_fkey' },
  { table: 'events', constraint: 'events_miner_id_fkey' },
  { table: 'payouts', constraint: 'payouts_txid_fkey' },
  { table: 'referral_credits', constraint: 'referral_credits_miner_id_round_id_line_fkey' },
  { table: 'referral_credits', constraint: 'referral_credits_owner_id_fkey' },
] as const;

/** Columns of these names hold whole units, whatever table they stand in. */
const unitColumns = [
  'amount',
  'work',
  'gross',
  'fee',
  'credited',
  'share',
  'round_work',
  'network_work',
  'usd',
  'valued_btc',
  'referral',
  'parts',
  'btc',
  'from_mining',
  'from_referral',
  'from_pool',
  'taken',
  'given',
  'sold',
  'brought',
];

/** L2, L4, L6, I6, P1 and W1 in the schema: exact columns, guards in place, one block one round, a claim taken once, one kind of money. */
export async function checkSchema(tx: Queryable): Promise<Finding[]> {
  return [
    ...(await inexactColumns(tx)),
    ...(await missingGuards(tx)),
    ...(await missingForeignKeys(tx)),
    ...(await missingConstraints(tx)),
    ...(await identity(tx)),
  ];
}

async function inexactColumns(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ subject: string; type: string }>(sql`
    SELECT table_name || '.' || column_name AS subject,
           data_type || CASE WHEN data_type = 'numeric'
             THEN '(' || coalesce(numeric_precision::text, '') || ',' || coalesce(numeric_scale::text, '') || ')'
             ELSE '' END AS type
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
       AND (data_type IN ('real', 'double precision', 'money')
         OR column_name = ANY(${unitColumns}::text[])
            AND (data_type <> 'numeric' OR numeric_precision IS DISTINCT FROM 78 OR numeric_scale IS DISTINCT FROM 0))
     ORDER BY 1`);
  return rows.map(({ subject, type }) => ({
    rule: 'L6',
    kind: 'column-not-exact',
    account: null,
    subject,
    expected: 'numeric(78,0)',
    found: type,
  }));
}

async function missingGuards(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ table: string; trigger: string }>(sql`
    SELECT relname AS table, tgname AS trigger FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE relnamespace = current_schema()::regnamespace AND tgenabled IN ('O', 'A') AND NOT tgisinternal`);
  return guards
    .filter((guard) => !rows.some((row) => row.table === guard.table && row.trigger === guard.trigger))
    .map(({ table, trigger }) => missing('L2', `${table} ${trigger}`));
}

async function missingForeignKeys(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ table: string; constraint: string }>(sql`
    SELECT relname AS table, conname AS constraint FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND convalidated`);
  return foreignKeys
    .filter((key) => !rows.some((row) => row.table === key.table && row.constraint === key.constraint))
    .map(({ table, constraint }) => missing('L2', `${table} ${constraint}`));
}

async function missingConstraints(tx: Queryable): Promise<Finding[]> {
  const [row] = await tx.query<{ negative: boolean; block: boolean; claim: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM pg_constraint
                    WHERE conname = 'liabilities_are_never_negative' AND convalidated
                      AND connamespace = current_schema()::regnamespace) AS negative,
           EXISTS (SELECT 1 FROM pg_indexes
                    WHERE schemaname = current_schema() AND tablename = 'rounds'
                      AND indexdef LIKE 'CREATE UNIQUE INDEX % (chain, block_hash)') AS block,
           EXISTS (SELECT 1 FROM pg_indexes
                    WHERE schemaname = current_schema() AND tablename = 'payout_claims'
                      AND indexdef LIKE 'CREATE UNIQUE INDEX % (network, claim) WHERE (freed_at IS NULL)') AS claim`);
  return [
    ...(row?.negative === true ? [] : [missing('L4', 'balances liabilities_are_never_negative')]),
    ...(row?.block === true ? [] : [missing('I6', 'rounds unique (chain, block_hash)')]),
    ...(row?.claim === true ? [] : [missing('P1', 'payout_claims unique (network, claim)')]),
  ];
}

async function identity(tx: Queryable): Promise<Finding[]> {
  const kinds = await tx.query<{ kind: string }>(sql`SELECT kind FROM pool_identity`);
  if (kinds.length === 1) return [];
  return [
    {
      rule: 'W1',
      kind: 'identity-not-single',
      account: null,
      subject: 'pool_identity',
      expected: '1',
      found: String(kinds.length),
    },
  ];
}

function missing(rule: Finding['rule'], subject: string): Finding {
  return { rule, kind: 'guard-missing', account: null, subject, expected: null, found: null };
}
