import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parsePrometheusText } from '../../../../../testing/prometheus-text.ts';
import { createPoolMetrics } from './pool-metrics.ts';

const source = join(import.meta.dirname, '../..');
const deploy = join(source, '../../../deploy');
const prometheus = join(deploy, 'prometheus');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly labels: object }[];
  }[];
}
interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const { groups } = parse(readFileSync(join(prometheus, 'openlode.rules.yml'), 'utf8')) as Rules;
const alarms = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/openlode.json'), 'utf8')) as Board;
const queries = panels.flatMap(({ targets }) => targets ?? []);
const expressions = [...alarms, ...queries].map(({ expr }) => expr);

/** The names of all metrics of a process that has everything, Redis too. */
async function measured(): Promise<ReadonlySet<string>> {
  const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
  metrics.observe({
    health: async () => [],
    diskFreeBytes: async () => 0,
    unrecordedShares: () => [],
    sockets: () => 0,
    certificateExpiresAt: () => 0,
    ledgerLagMs: () => 0,
    audit: () => undefined,
    payoutSuspensions: async () => [],
    clockSkewMs: () => undefined,
    openPayouts: async () => new Map(),
    waitingPayouts: async () => [],
    floats: () => [],
    places: async () => [],
    realised: async () => [],
    exposure: async () => ({
      coins: [],
      allUsd: '0',
      coinLimitUsd: null,
      allLimitUsd: null,
      isAllOver: false,
    }),
    luckAlarms: async () => ({}),
    parked: async () => ({ batches: 0 }),
    relay: () => ({ isWhole: true, sent: 0, received: 0, dropped: 0, unreadable: 0, unknown: 0, gaps: 0 }),
    counts: async () => ({ openSlices: 0, rounds: new Map() }),
    pricedCoins: async () => 0,
    upstreams: async () => [],
    statements: async () => [],
    balances: () => [],
    networkBalances: () => [],
    workTimes: () => [],
    readyAnswers: () => ({ whole: 0, known: 0 }),
  });
  const { families } = parsePrometheusText(await metrics.text());
  return new Set(
    [...families].flatMap(([name, { type }]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  );
}

/** What is quoted in the sources of a folder. */
function quotedIn(folder: string): string {
  const directory = join(source, folder);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
}

const valuesOf = (label: string): string[] =>
  expressions
    .flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}!?=~?"([^"$]+)"`, 'g'))])
    .flatMap(([, values]) => values?.split('|') ?? []);

describe('the files for Prometheus and Grafana', () => {
  it('ask only for what the pool measures', async () => {
    const names = expressions.flatMap((expr) => expr.match(/\b(openlode|nodejs|process)_[a-z0-9_]+/g) ?? []);
    expect(names.length).toBeGreaterThan(40);
    const known = await measured();
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('name only tasks and events that there are', () => {
    const tasks = quotedIn('edges/tasks');
    expect(valuesOf('task').length).toBeGreaterThan(4);
    expect(valuesOf('task').filter((task) => !tasks.includes(`name: '${task}'`))).toEqual([]);
    const events = quotedIn('domain/kernel');
    expect(valuesOf('event').length).toBeGreaterThan(2);
    expect(valuesOf('event').filter((event) => !events.includes(`'${event}'`))).toEqual([]);
  });

  it('say of each alarm whether it can wait', () => {
    expect(new Set(alarms.map(({ alert }) => alert)).size).toBe(alarms.length);
    const [always, ...faults] = alarms;
    // It says that alarms arrive, and is raised all the time.
    expect([always?.alert, always?.expr, always?.labels]).toEqual([
      'OpenlodeAlarmsArrive',
      'vector(1)',
      { severity: 'none' },
    ]);
    for (const { alert, labels } of faults)
      expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(page|ticket)$/) }]);
  });

  it('tell a person of every alarm, and of those that cannot wait in another way', () => {
    const { route, receivers } = parse(readFileSync(join(prometheus, 'alertmanager.yml'), 'utf8')) as {
      readonly route: {
        readonly receiver: string;
        readonly routes: readonly { readonly matchers: readonly string[]; readonly receiver: string }[];
      };
      readonly receivers: readonly { readonly name: string }[];
    };
    expect(route.routes.map(({ matchers, receiver }) => [...matchers, receiver])).toEqual([
      ['severity = "page"', 'pager'],
      ['severity = "none"', 'watch'],
    ]);
    expect(receivers.map(({ name }) => name)).toEqual([route.receiver, 'pager', 'watch']);
    expect(readFileSync(join(prometheus, 'prometheus.yml'), 'utf8')).toContain('alertmanagers:');
  });

  it.skipIf(spawnSync('amtool', ['--version']).error !== undefined)('are read by Alertmanager', () => {
    const amtool = (...args: string[]): string =>
      execFileSync('amtool', args, { cwd: prometheus, encoding: 'utf8', stdio: 'pipe' });
    expect(amtool('check-config', 'alertmanager.yml')).toContain('SUCCESS');
    const to = (severity: string): string =>
      amtool('config', 'routes', 'test', '--config.file=alertmanager.yml', `severity=${severity}`).trim();
    expect([to('page'), to('ticket'), to('none')]).toEqual(['pager', 'mail', 'watch']);
  });

  it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
    'are read by Prometheus (how its alarms are raised takes half a minute: deploy-files.long.test.ts)',
    () => {
      const said = execFileSync('promtool', ['check', 'config', 'prometheus.yml'], {
        cwd: prometheus,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      expect(said).toContain(`${alarms.length} rules found`);
    },
  );
});
