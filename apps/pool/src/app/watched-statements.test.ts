import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type StandInStatements,
  standInStatements,
} from '../adapters/upstreams/statements/testing/stand-in-statements.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { listStatements } from '../domain/views/list-statements.ts';
import { statementTasks } from '../edges/tasks/statement-tasks.ts';
import { oneEngine } from '../runtime/database/testing/create-test-database.ts';
import { parsePoolFile } from '../settings/parse-pool-file.ts';
import { openStatements } from './open-statements.ts';

const coin = 10n ** 18n;
const file = (url: string): string => `kind: regtest
chains:
  - coin: LTC
    mined: false
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
      - { name: two, url: 'http://127.0.0.1:19453', login: two }
rails:
  - { coin: LTC, wallet: pool, signer: signer.sock }
upstreams:
  - name: other-pool
    algorithm: scrypt
    coin: LTC
    addresses:
      - url: stratum+tcp://127.0.0.1:3333
    user: LTC:x
    feePercent: 1
    incomeMax: 5
    statement: { kind: 2miners, url: '${url}/api', account: x, decimals: 8 }
`;

let pool: StandInStatements;
let ctx: TestContext;
let close: () => Promise<void> = async () => undefined;
beforeEach(async () => {
  pool = await standInStatements();
  ctx = await createTestContext(oneEngine()[0] ?? 'pglite');
});
afterEach(async () => {
  await close();
  await ctx.close();
  await pool.close();
});

it('a file that names the page of another pool has it asked, and its words stand against the wallet', async () => {
  const tx = 'ab'.repeat(32);
  pool.pages.set('/api/accounts/x', {
    hashrate: 5,
    payments: [{ tx, amount: 150_000_000, timestamp: Math.floor(ctx.clock.now() / 1000) }],
    paymentsTotal: 1,
    stats: { balance: 25_000_000, immature: 0, paid: 150_000_000 },
  });
  const reading = parsePoolFile(file(pool.url), (path) => path);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  const statements = openStatements(reading.pool.upstreams ?? [], (_part, end) => (close = end));
  let held = 0n;
  const holdings = async () => ({ amounts: new Map([['LTC', held]]), unanswered: [] });
  const [task] = statementTasks({ ...ctx, wallet: { holdings }, statements }, (_what, error) => {
    throw error;
  });
  const look = async (afterMs: number) => {
    ctx.advance(afterMs);
    await task?.run(new AbortController().signal);
    return (await listStatements(ctx))[0];
  };
  expect(await look(0)).toMatchObject({ coin: 'LTC', paid: '1.5', owed: '0.25', coming: '1.5' });
  pool.fault = 'html';
  expect(await look(6 * 3_600_000)).toMatchObject({
    missing: '1.5',
    fault: 'the answer is not JSON',
    paid: '1.5',
  });
  held = (3n * coin) / 2n;
  expect(await look(60_000)).toMatchObject({ missing: '0', toBook: '1.5' });
  expect(pool.asked).toHaveLength(2);
});
