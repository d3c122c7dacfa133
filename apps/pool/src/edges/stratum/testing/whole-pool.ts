import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { buildTestHttp } from '../../http/testing/build-test-http.ts';
import { accountViews } from '../../live/account-views.ts';
import { openGateway } from '../../live/gateway.ts';
import { readExchangeFlags } from '../../../domain/accounts/exchange-addresses.ts';
import { findAccountByKey } from '../../../domain/accounts/mining-key.ts';
import { recordRefusedLogin } from '../../../domain/accounts/refused-logins.ts';
import { readRestricted } from '../../../domain/accounts/restricted-accounts.ts';
import { auditLedger } from '../../../domain/operations/audit/audit-ledger.ts';
import type { Finding } from '../../../domain/kernel/finding.ts';
import { claimDatabase } from '../../../domain/operations/claim-database.ts';
import { advanceRound } from '../../../domain/rounds/advance-round.ts';
import { recordCandidate } from '../../../domain/rounds/record-candidate.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../../../domain/testing/fake-chain.ts';
import { recordWork } from '../../../domain/shares/record-work.ts';
import type { AccountKey } from '../../../domain/kernel/work-batch.ts';
import { miningKeyLogins } from '../mining-key-logins.ts';
import { readLogin } from '../read-login.ts';
import { createRefusalNotes, type RefusalNotes } from '../refusal-notes.ts';
import { onFreePort, startTestPool, startTime, type TestPool } from './listener-kit.ts';
import { simulatedKind } from '../../../domain/kernel/pool-kind.ts';

/** A listener with all that stands behind it: the database, the calls, the live channel and the log. */
export interface WholePool {
  readonly mining: TestPool;
  readonly ctx: TestContext;
  /** Of the calls and the live channel. */
  readonly url: string;
  /** Every line of the log. */
  readonly logged: readonly string[];
  /** The status of every answer of the calls. */
  readonly statuses: readonly number[];
  readonly notes: RefusalNotes;
  /** What is wrong in the database. */
  audit(): Promise<readonly Finding[]>;
  /** Reads the restricted accounts and the exchanges again, as the pool's job does. */
  refreshAdmission(): Promise<void>;
  /** A block of this miner's for all the work so far, mature at once; it pays 0.1 BTC. Answers the round. */
  creditABlock(finder: AccountKey): Promise<bigint>;
  /** What a call answers, as text. */
  read(path: string): Promise<string>;
  count(table: 'accounts' | 'workers' | 'rounds'): Promise<number>;
  close(): Promise<void>;
}

/** The pool's parts wired as the process wires them, on the database inside, with a chain that the suite holds. */
export async function startWholePool(
  overrides: Parameters<typeof startTestPool>[0] = {},
): Promise<WholePool> {
  const ctx = await createTestContext('pglite');
  ctx.setNow(startTime * 1000);
  await claimDatabase(ctx, simulatedKind);
  const logged: string[] = [];
  const log = pino(
    { level: 'debug', base: undefined },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString());
        done();
      },
    }),
  );
  const gateway = openGateway({
    version: '9.9.9',
    views: accountViews(ctx),
    onError: (error) => log.error({ err: error }, 'a live event could not be sent'),
  });
  const live = { ...ctx, publisher: gateway };
  const notes = createRefusalNotes((refused) => recordRefusedLogin(ctx, refused), ctx.clock);
  let restricted = await readRestricted(ctx);
  let exchanges = await readExchangeFlags(ctx);
  const keyed = miningKeyLogins({
    readLogin: (text) =>
      readLogin(text, (coin, address) =>
        exchanges.some((each) => each.coin === coin && each.address === address),
      ),
    findOwner: (key) => findAccountByKey(ctx, key),
    clock: ctx.clock,
  });
  const mining = await startTestPool({
    login: keyed.login,
    prepareLogin: keyed.prepare,
    restricted: ({ coin, address }) => restricted.has(`${coin}:${address}`),
    onRefusedLogin: (text, refusal, source) => notes.note(text, refusal.kind, source),
    record: async (batch) => {
      await recordWork(live, batch);
    },
    foundBlock: async (candidate, shareRecorded) => {
      await shareRecorded;
      await recordCandidate(live, candidate);
    },
    log,
    ...overrides,
  });
  const statuses: number[] = [];
  const [app, url] = await onFreePort(async (port): Promise<[FastifyInstance, string]> => {
    const http = await buildTestHttp(live, {
      log,
      limitExempt: ['127.0.0.1'],
    });
    http.server.on('request', (_request, response) => {
      response.on('finish', () => statuses.push(response.statusCode));
    });
    gateway.attach(http.server, http.judgeUpgrade);
    return [http, await http.listen({ host: '127.0.0.1', port })];
  });
  let blocks = 0;

  return {
    mining,
    ctx,
    url,
    logged,
    statuses,
    notes,
    audit: async () => (await auditLedger(ctx)).findings,
    refreshAdmission: async () => {
      restricted = await readRestricted(ctx);
      exchanges = await readExchangeFlags(ctx);
      await notes.write();
    },
    async creditABlock(account) {
      await mining.accumulator.flush();
      blocks += 1;
      const hash = blocks.toString(16).padStart(64, '0');
      const round = await recordCandidate(live, {
        ...buildCandidate('a'),
        account,
        hash,
        networkWork: 1n << 50n,
      });
      const chain = fakeChain([{ asset: 'BTC', amount: 10n ** 17n }]);
      await advanceRound({ ...live, chains: [chain] }, round);
      return round;
    },
    read: async (path) => (await fetch(`${url}${path}`)).text(),
    async count(table) {
      const tables = {
        accounts: sql`SELECT count(*) AS rows FROM accounts`,
        workers: sql`SELECT count(*) AS rows FROM workers`,
        rounds: sql`SELECT count(*) AS rows FROM rounds`,
      };
      const [row] = await ctx.db.query<{ rows: bigint }>(tables[table]);
      return Number(row?.rows);
    },
    async close() {
      await mining.close();
      await gateway.close();
      await app.close();
      await ctx.close();
    },
  };
}
