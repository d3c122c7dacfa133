import { describe, expect, it } from 'vitest';
import type { UpstreamEntry } from '../../settings/upstream-settings.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import type { ListedStatement } from '../../domain/views/list-statements.ts';
import { checkStatements, judgeStatement } from './judge-statement.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-30T12:00:00Z');
const good: ListedStatement = {
  upstream: 'other-pool',
  algorithm: 'scrypt',
  coin: 'LTC',
  answeredAt: now - 2 * hour,
  askedSince: 0,
  fault: 'HTTP 500',
  paid: '12.5',
  owed: '0.25',
  immature: null,
  credited: '12.5',
  missing: '0',
  missingSince: null,
  coming: '1',
  toBook: '0',
  takenBack: '0',
  hashratePercent: '90.00',
  countedPercent: null,
};

describe('what another pool says of our account, in the words of the doctor', () => {
  it('is well where nothing is missing', () => {
    expect(judgeStatement(good, now)).toEqual([
      {
        subject: 'statement other-pool',
        state: 'well',
        found: 'it says that it has paid 12.5 LTC and owes 0.25: nothing of that is missing',
        advice: '',
      },
    ]);
    const unasked = { answeredAt: null, fault: null, paid: null, owed: null };
    expect(judgeStatement({ ...good, ...unasked }, now)[0]).toMatchObject({
      state: 'well',
      found: 'it has not answered yet',
    });
  });

  it.each<[Partial<ListedStatement>, 'ill' | 'warning', string]>([
    [
      { missing: '2', missingSince: now - 7 * hour },
      'ill',
      'it says that it has paid 2 LTC, said first at 2026-11-30T05:00:00.000Z, and that is in no wallet of the pool',
    ],
    [
      { answeredAt: now - 2 * hour - 1 },
      'warning',
      'its page has said nothing since 2026-11-30T09:59:59.999Z: HTTP 500',
    ],
    [{ answeredAt: null }, 'warning', 'its page has said nothing: HTTP 500'],
    [{ toBook: '0.5' }, 'warning', '0.5 LTC of it are in the wallet and credited to no miner'],
    [{ takenBack: '3' }, 'warning', 'within a week it has said that it had paid 3 LTC, and says it no more'],
    [
      { hashratePercent: '89.99' },
      'warning',
      'its hashrate of our account is 89.99% of the work of the last six hours here',
    ],
    [
      { countedPercent: '89.99' },
      'warning',
      'the hashes that it counted are 89.99% of the work of the last six hours here',
    ],
  ])('says what is wrong: %j', (change, state, found) => {
    expect(judgeStatement({ ...good, ...change }, now)).toEqual([
      { subject: 'statement other-pool', state, found, advice: expect.stringMatching(/./) as string },
    ]);
  });

  it('is asked of the running pool, for the pools whose pages the settings name', async () => {
    const upstream = (name: string, statement?: UpstreamEntry['statement']) =>
      ({ name, algorithm: 'scrypt', ...(statement && { statement }) }) as UpstreamEntry;
    const page = { kind: '2miners', url: '', account: '', decimals: 8, arrivesWithinMs: 1 } as const;
    const config = (...upstreams: UpstreamEntry[]) => ({
      dataDirectory: '',
      stratumProcesses: 1,
      nodePool: { upstreams } as unknown as NodePool,
    });
    const both = config(upstream('other-pool', page), upstream('plain'), upstream('new-pool', page));
    const recent = { ...good, answeredAt: Date.now() };
    const found = await checkStatements(both, true, async () => [recent, { ...recent, upstream: 'plain' }]);
    expect(found.map(({ subject, state }) => [subject, state])).toEqual([
      ['statement other-pool', 'well'],
      ['statement new-pool', 'well'],
    ]);
    const silent = await checkStatements(both, true, async () => undefined);
    expect(silent).toMatchObject([{ subject: 'statements', state: 'warning' }]);
    const unasked = async () => expect.unreachable();
    expect(await checkStatements(both, false, unasked)).toEqual([]);
    expect(await checkStatements(config(upstream('plain')), true, unasked)).toEqual([]);
  });
});
