import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { hasPrometheus, PrometheusServer } from '../testing/prometheus-server.ts';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const board = JSON.parse(
  readFileSync(join(import.meta.dirname, '../deploy/grafana/openlode.json'), 'utf8'),
) as { readonly panels: readonly Panel[] };

/** Of a healthy sandbox without Redis, PostgreSQL, floats, payouts and trades. */
const empty = [
  'Connections to the database',
  'Database, 99th percentile',
  'Live events between processes',
  'Payouts held back',
  'Payouts that are not over',
  'Wallets against their floats',
  'What trades brought over what was credited',
];

describe.skipIf(!hasPrometheus)('a pool, watched by Prometheus', { timeout: 300_000 }, () => {
  let pool: PoolProcess;
  let miner: HashingMiner;
  let prometheus: PrometheusServer;
  beforeAll(async () => {
    pool = await PoolProcess.start();
    prometheus = await PrometheusServer.start(pool.opsPort);
    miner = await HashingMiner.start({
      port: pool.stratumPort('sha256'),
      user: 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1',
      hashesPerSecondMax: 400_000,
    });
    const control = await pool.connectControl();
    await miner.whenAcked(3);
    await control.mineBlock('sha256');
    await miner.whenAcked(miner.acked.length + 3);
    await control.advance(700_000);
    await control.close();
  });
  afterAll(async () => {
    await miner.stop();
    await prometheus.close();
    await pool.close();
  });

  it('gives every panel of the board what it draws', async () => {
    const blank = async () => {
      const titles: string[] = [];
      for (const { title, targets = [] } of board.panels)
        for (const { expr } of targets)
          if ((await prometheus.query(expr.replaceAll('$instance', '.*'))).length === 0) titles.push(title);
      return titles.toSorted();
    };
    // A figure may be there a scrape later; what stays blank is compared.
    const deadline = performance.now() + 120_000;
    let seen = await blank();
    while (seen.length > empty.length && performance.now() < deadline) {
      await sleep(1000);
      seen = await blank();
    }
    expect(seen).toEqual(empty);
  });

  it('raises no alarm while all is well but the one that says so, and one once the pool is away', async () => {
    await expect.poll(() => prometheus.query('openlode_build_info')).toHaveLength(1);
    await expect.poll(() => prometheus.alarms()).toEqual(['OpenlodeAlarmsArrive']);
    await pool.kill('SIGKILL');
    await expect.poll(() => prometheus.alarms(), { timeout: 60_000 }).toContain('OpenlodeAway');
  });
});
