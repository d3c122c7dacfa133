import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';

/** Of the miner with much of everything. */
export const largeUuid = uuidOf(0);

/** The id of a miner of this benchmark by its number. */
export function uuidOf(miner: number): string {
  return `00000000-0000-8000-8000-${miner.toString(16).padStart(12, '0')}`;
}

/**
 * Fills an empty database, and leaves a filled one as it is; answers how many miners it has. Miners with a worker online, a
 * balance, a code, a credit and two events each; and miner 0 with 200 workers on five algorithms, two hours of their minutes, a day
 * of their accepted and refused shares, eight days of ten minutes, a reward every five minutes for seven days, and 500 payments.
 */
export async function fillMiners(url: string, migrations: string, miners: number): Promise<number> {
  const db = openPostgres(url, 1);
  const now = Math.floor(Date.now() / 600_000) * 600_000;
  await migrate(db, pathToFileURL(`${migrations}/`), now);
  const [there] = (await db.query(sql`SELECT count(*)::int AS count FROM miners`)) as { count: number }[];
  if (there !== undefined && there.count > 0) {
    await db.close();
    return there.count;
  }
  const at = `timestamptz '${new Date(now).toISOString()}'`;
  await db.execute(`
    SET session_replication_role = replica;
    SET synchronous_commit = off;
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, last_seq)
    SELECT ('00000000-0000-8000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'DOGE', 'DOGE', 'address ' || n, ${at}, ${at}, 2
      FROM generate_series(0, ${miners} - 1) AS n;
    INSERT INTO referral_codes (code, miner_id, kind, created_at)
    SELECT substr(md5(id::text), 1, 12), id, 'ordinary', ${at} FROM miners;
    INSERT INTO workers (miner_id, algorithm, name, code, online, online_since, last_share_at)
    SELECT id, 'sha256', 'rig1', NULL, true, ${at} - interval '1 day', ${at} FROM miners;
    INSERT INTO balances SELECT 'miner:' || id || ':mining', 'DOGE', id * 1000000000000000::numeric FROM miners;
    INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', ${at}, ${at});
    INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                        finder_id, finder_worker, found_at, state, state_at)
    SELECT 'sha256', 'bench', lpad(to_hex(n), 64, '0'), n, '', '', 1, 1, 1, 'rig1', ${at} - n * interval '5 minutes',
           'credited', ${at} - n * interval '5 minutes'
      FROM generate_series(0, 2015) AS n;
    INSERT INTO reward_lines SELECT id, 0, 'BTC', 312500000000000000 FROM rounds;
    INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at, usd_per_asset,
                         gross, fee, fee_ppm, credited, credited_at)
    SELECT rounds.id, 0, miners.id, 5, 1000, 1000, 'DOGE', '400000', 'bench', ${at}, '100000', 100000, 1000, 10000, 99000,
           rounds.state_at
      FROM miners JOIN rounds ON rounds.id = 1 OR miners.id = 1;
    INSERT INTO events (miner_id, seq, at, type, body)
    SELECT id, 1, ${at}, 'worker', '{"type":"worker","name":"rig1","algorithm":"sha256","online":true}' FROM miners
    UNION ALL
    SELECT miner_id, CASE WHEN miner_id = 1 THEN 2018 - round_id ELSE 2 END, credited_at, 'reward',
           jsonb_build_object('type', 'reward', 'algorithm', 'sha256', 'amount', '0.00001', 'timeStart', 0, 'timeEnd', 1,
                              'roundId', round_id::text)
      FROM credits;
    INSERT INTO workers (miner_id, algorithm, name, code, online, online_since, last_share_at)
    SELECT 1, (ARRAY['sha256', 'scrypt', 'kawpow', 'etchash', 'randomx'])[1 + n % 5], 'large' || n, NULL, n % 10 > 0, ${at} - interval '1 day', ${at}
      FROM generate_series(2, 200) AS n;
    INSERT INTO worker_minutes
    SELECT workers.id, ${at} - n * interval '1 minute', 60000000000, 12
      FROM workers, generate_series(1, 120) AS n WHERE miner_id = 1;
    INSERT INTO worker_minutes
    SELECT workers.id, ${at} - n * interval '1 minute', 60000000000, 12
      FROM workers, generate_series(1, 10) AS n WHERE miner_id BETWEEN 2 AND 100000;
    INSERT INTO worker_hours
    SELECT workers.id, date_bin('1 hour', ${at}, 'epoch') - n * interval '1 hour', 720
      FROM workers, generate_series(2, 24) AS n WHERE miner_id = 1;
    INSERT INTO worker_rejects
    SELECT workers.id, ${at} - n * interval '10 minutes', reason, 1
      FROM workers, generate_series(1, 143) AS n, (VALUES ('stale'), ('low-difficulty')) AS refused (reason) WHERE miner_id = 1;
    INSERT INTO miner_ten_minutes
    SELECT 1, ${at} - n * interval '10 minutes', algorithm, 600000000000, 120
      FROM generate_series(1, 1152) AS n, (VALUES ('sha256'), ('scrypt'), ('kawpow'), ('etchash'), ('randomx')) AS mined (algorithm);
    INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at, sends, last_sent_at)
    SELECT 'bench-' || n, 'DOGE', '\\x00', '{}', 1, 'DOGE', 1, 'final', at, 1, at
      FROM generate_series(1, 500) AS n, LATERAL (SELECT ${at} - n * interval '1 day' AS at) AS moment;
    INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount, usd,
                         reserved_at, state, state_at, txid, sent_at, confirmations, confirmations_needed, ended_at)
    SELECT 'bench-' || n, 1, 'manual', (${at} - n * interval '1 day')::date, 'DOGE', 'DOGE', 'address 0', '', 5000000000000000000, 0,
           5000000000000000000, 1000000000000000000, ${at} - n * interval '1 day', 'settled', ${at} - n * interval '1 day',
           'bench-' || n, ${at} - n * interval '1 day', 6, 6, ${at} - n * interval '1 day'
      FROM generate_series(1, 500) AS n;
    SET session_replication_role = origin;`);
  await db.execute('VACUUM ANALYZE');
  await db.close();
  return miners;
}
