import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { floatUses, moneySources } from './money-floats.ts';

/** What looks like a float and is none: never an amount. */
const allowed = new Set([
  // How many places of a list make a part of it.
  'apps/pool/src/domain/ledger/in-ranges.ts: const step = Math.ceil(size / sampled);',
  'apps/pool/src/domain/payouts/advance-payouts.ts: return together.slice(0, Math.ceil(together.length / 2));',
  'apps/pool/src/domain/rounds/read-window.ts: const atOnce = Math.ceil(ids.length / readings);',
  // A percentage of the catalogue, as millionths.
  "packages/ledger/src/fee-split.ts: return Number.parseInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`, 10);",
  // A share of a whole in hundredths of a percent, and a number that a request gave as one.
  'packages/money/src/decimal-text.ts: const share = Number((part * BigInt(allOfIt)) / all);',
  'packages/money/src/decimal-text.ts: const point = start.length + Number(exponent);',
  // A block's height.
  'apps/pool/src/domain/views/read-receipts.ts: blockHeight: Number(row.block_height),',
  // Which output of a transaction.
  "apps/pool/src/domain/treasury/read-income-request.ts: paidBy: { kind: 'output', name: { txid: reference.slice(0, 64), output: Number(output) } },",
  // A moment.
  'apps/pool/src/domain/treasury/withdrawals/send-withdrawal.ts: return Math.min(Number(row?.signed ?? now), Math.max(row?.sent?.getTime() ?? now, now - recordMs), now);',
  // How many payouts there are, and how many pages of them.
  'apps/pool/src/domain/views/count-payouts.ts: return new Map(rows.map(({ state, count }) => [state, Number(count)]));',
  'apps/pool/src/domain/payouts/smallest-balances.ts: const small = Number(counted?.small ?? 0n);',
  "apps/pool/src/domain/payouts/smallest-balances.ts: return { small, all: small + (status.kind === 'closed' ? Number(counted?.large ?? 0n) : 0) };",
  'apps/pool/src/domain/views/read-payments.ts: const lastPage = Math.max(1, Math.ceil(Number(firstRow(counted).count) / pageSize));',
  // How long a source of rates is not asked.
  'apps/pool/src/domain/conversion/rate-answers.ts: SELECT answered_at AS at, (answer ->> \'restMs\')::float8 AS "restMs" FROM rate_answers',
  // How many blocks were expected of so much work, in millionths.
  'apps/pool/src/domain/treasury/upstream-states.ts: ${Math.round(blocks.expected * million)}, ${networkWork})',
  'apps/pool/src/domain/treasury/upstream-states.ts: SELECT upstream, has_work AS "hasWork", connections, counts, blocks_found::int AS found, blocks_expected::float8 AS expected,',
]);

describe('money', () => {
  it('never passes through a float in the modules that calculate it [L6]', () => {
    const sources = moneySources(ROOT);
    expect(sources.size).toBeGreaterThan(30);
    const uses = [...sources].flatMap(([path, source]) =>
      floatUses(source).map(({ text }) => `${path}: ${text}`),
    );
    expect(
      uses.filter((use) => !allowed.has(use)),
      'keep amounts in bigint; a line without an amount goes into `allowed`, as it stands, with a reason',
    ).toEqual([]);
    expect(
      [...allowed].filter((use) => !uses.includes(use)),
      'these lines of `allowed` are gone or have changed: take them out, or write them as they are now',
    ).toEqual([]);
  });

  it('is caught by the scan wherever a float is planted, and not where one is only spoken of [L6]', () => {
    const planted = [
      'const a = parseFloat(text);',
      'const b = Number.parseFloat(text);',
      'const c = Number(amount) / 1e18;',
      'const d = Math.round(share * 0.99);',
      'const e = Math.floor(x);',
      'const f = amount.toFixed(8);',
      'const g = parts.map(Number);',
      'await tx.query(sql`SELECT amount::float8 FROM balances`);',
    ];
    expect(floatUses(planted.join('\n')).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const harmless = [
      '/* Math.round( is for others',
      '   and parseFloat( too */',
      '// Number(amount)',
      'Number.isFinite(price.observedAt)',
      'const whole = BigInt(text);',
    ];
    expect(floatUses(harmless.join('\n'))).toEqual([]);
  });
});
