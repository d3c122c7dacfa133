import { describe, expect, it } from 'vitest';
import type { Finding } from '../services/audit/finding.ts';
import type { ParkedWork } from '../services/work/count-parked.ts';
import type { Operator } from './operator.ts';
import { runCommand } from './run-command.ts';

const drifted: Finding = {
  rule: 'L3',
  kind: 'balance-drifted',
  account: 'miner:7:mining',
  subject: 'DOGE',
  expected: '5',
  found: '6',
};

const none = { batches: 0, shares: 0, since: null };

function operator(findings: readonly Finding[], parked: ParkedWork = none): Operator {
  const tables = [{ table: 'accounts', rows: 12, sha256: 'ab'.repeat(32) }];
  return {
    audit: async () => ({ at: 0, findings, parked, accounts: 3, entries: '4' }),
    treasury: async () => [
      {
        asset: 'DOGE',
        liabilities: '29700',
        fees: '300',
        other: '0',
        conversion: '-30000',
        chains: '0',
        wallet: '-1',
        missing: '1',
      },
    ],
    heldConversions: async () => [
      {
        id: '12/1/7',
        uuid: 'u',
        asset: 'BTC',
        amount: '3',
        coin: 'DOGE',
        why: 'over-cap',
        since: 0,
        usd: '300000',
        source: 'one + two',
        approved: false,
      },
    ],
    approveConversions: async (id) =>
      id === '12/1/7' ? { kind: 'approved', parts: 1 } : { kind: 'nothing-held' },
    backup: async (file) => ({ file, tables: 17, rows: 40, files: ['secret'] }),
    restore: async () => ({ createdAt: '2026-01-15T12:00:00.000Z', tables, files: ['secret'], findings }),
    moveToPostgres: async () => ({ tables, findings }),
  };
}

async function run(args: string[], connect: () => Operator = () => operator([])) {
  let out = '';
  let err = '';
  const code = await runCommand(args, '9.9.9', connect, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const nobody = (): Operator => {
  throw new Error('no pool is needed for this');
};

describe('runCommand', () => {
  it('ends with 0 on sound books and 1 on others, and names the account', async () => {
    expect(await run(['audit'])).toEqual({
      code: 0,
      out: 'The books are sound: 3 accounts, 4 entries.\n',
      err: '',
    });
    const unsound = await run(['audit'], () => operator([drifted]));
    expect(unsound.code).toBe(1);
    expect(unsound.out.split('\n')).toEqual([
      'The books are not sound: 1 findings.',
      '',
      'rule  account         subject  what is wrong',
      '----  --------------  -------  --------------------------------------------------',
      'L3    miner:7:mining  DOGE     the balance is not the sum of its postings (5 ≠ 6)',
      '',
    ]);
    for (const args of [
      ['restore', 'f'],
      ['move-to-postgres', 'postgres://x/y'],
    ]) {
      expect((await run(args, () => operator([drifted]))).code).toBe(1);
      expect((await run(args)).code).toBe(0);
    }
  });

  it('tells of work that is parked, which leaves the books sound', async () => {
    const parked = { batches: 2, shares: 40, since: Date.UTC(2026, 0, 15) };
    expect(await run(['audit'], () => operator([], parked))).toEqual({
      code: 0,
      out:
        'The books are sound: 3 accounts, 4 entries.\n' +
        'Parked, and counted nowhere: 2 batches of work with 40 shares, since 2026-01-15.\n',
      err: '',
    });
  });

  it('prints JSON for programs', async () => {
    const { out } = await run(['audit', '--json'], () => operator([drifted]));
    expect(JSON.parse(out)).toEqual({
      sound: false,
      at: 0,
      findings: [drifted],
      parked: none,
      accounts: 3,
      entries: '4',
    });
    const treasury = await run(['treasury', '--json']);
    expect(JSON.parse(treasury.out)).toMatchObject([{ asset: 'DOGE', conversion: '-30000' }]);
  });

  it('prints the treasury with its figures to the right', async () => {
    expect((await run(['treasury'])).out).toBe(
      [
        'asset  owed to miners  fees  other  conversion  chains  wallet  missing',
        '-----  --------------  ----  -----  ----------  ------  ------  -------',
        'DOGE            29700   300      0      -30000       0      -1        1',
        '',
      ].join('\n'),
    );
  });

  it('lists what waits, with the reason, and lets it through by id with a reason [R3]', async () => {
    expect((await run(['conversions', 'list'])).out.split('\n').slice(0, 3)).toEqual([
      'id      amount  asset  to    US dollars  since                     held for                               rate by',
      '------  ------  -----  ----  ----------  ------------------------  -------------------------------------  ---------',
      '12/1/7       3  BTC    DOGE      300000  1970-01-01T00:00:00.000Z  worth more than one conversion may be  one + two',
    ]);
    expect(JSON.parse((await run(['conversions', 'list', '--json'])).out)).toMatchObject([
      { why: 'over-cap' },
    ]);
    expect(await run(['conversions', 'approve', '12/1/7', '--reason', 'a lucky block'])).toEqual({
      code: 0,
      out: '12/1/7: 1 approved. They are converted within seconds of an agreed rate.\n',
      err: '',
    });
    expect(await run(['conversions', 'approve', '1', '--reason', 'x'])).toMatchObject({
      code: 2,
      out: 'Nothing under 1 is held by a cap. What waits for a rate needs no approval.\n',
    });
    const silent = await run(['conversions', 'approve', '12/1/7'], nobody);
    expect(silent.code).toBe(2);
    expect(silent.err).toContain('--reason');
  });

  it('explains every command without a pool', async () => {
    for (const args of [
      [],
      ['audit'],
      ['treasury'],
      ['backup'],
      ['restore'],
      ['move-to-postgres'],
      ['conversions', 'approve'],
    ]) {
      const help = await run([...args, '--help'], nobody);
      expect(help.code).toBe(0);
      expect(help.out).toContain('Usage: openlode');
    }
    expect(await run(['--version'], nobody)).toEqual({ code: 0, out: '9.9.9\n', err: '' });
  });

  it('ends with 2 and says what is wrong with its arguments', async () => {
    for (const args of [['audits'], ['backup'], ['audit', '--jsno'], ['audit', 'extra']]) {
      const wrong = await run(args, nobody);
      expect(wrong.code).toBe(2);
      expect(wrong.err).toContain('--help');
    }
  });
});
