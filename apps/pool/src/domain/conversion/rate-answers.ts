import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../runtime/database/database.ts';

type Due = { readonly now: number; readonly leaseMs: number; readonly acceptMs: number };
type Times = { readonly askedAt: number; readonly at: number };

/** What sources of rates have answered, in the database that all processes of a pool share: each call is made by one of them. */
export function rateAnswers(db: Queryable) {
  return {
    read: async (source: string, path: string) => {
      const [row] = await db.query<{ answer: unknown; at: Date }>(sql`
        SELECT answer, answered_at AS at FROM rate_answers
         WHERE (source, path) = (${source}, ${path}) AND answered_at IS NOT NULL`);
      return row && { answer: row.answer, at: row.at.getTime() };
    },
    claim: async (source: string, path: string, { now, leaseMs, acceptMs }: Due): Promise<boolean> => {
      const [at, leased, accepted, ahead] = [now, now - leaseMs, now - acceptMs, now + leaseMs].map(
        (each) => new Date(each),
      );
      const claimed = await db.query(sql`
        INSERT INTO rate_answers (source, path, asked_at) VALUES (${source}, ${path}, ${at})
            ON CONFLICT (source, path) DO UPDATE SET asked_at = EXCLUDED.asked_at
         WHERE (rate_answers.asked_at <= ${leased} OR rate_answers.asked_at > ${ahead}
                OR rate_answers.answered_at >= rate_answers.asked_at)
           AND (rate_answers.answered_at IS NULL OR rate_answers.answered_at <= ${accepted}
                OR rate_answers.answered_at > ${ahead}) RETURNING 1`);
      return claimed.length > 0;
    },
    limited: async (source: string) => {
      const rows = await db.query<{ at: Date; restMs: number | null }>(sql`
        SELECT answered_at AS at, (answer ->> 'restMs')::float8 AS "restMs" FROM rate_answers
         WHERE source = ${source} AND answer ->> 'kind' = 'limited'`);
      return rows.map(({ at, restMs }) => ({ at: at.getTime(), restMs: restMs ?? undefined }));
    },
    write: async (
      source: string,
      path: string,
      answer: unknown,
      { askedAt, at }: Times,
    ): Promise<boolean> => {
      const written = await db.query(sql`
        UPDATE rate_answers SET answer = ${JSON.stringify(answer)}::jsonb, answered_at = ${new Date(at)}
         WHERE (source, path, asked_at) = (${source}, ${path}, ${new Date(askedAt)}) RETURNING 1`);
      return written.length > 0;
    },
  };
}

/** What processes share on this database: one with every role may have others beside it, as miners on another machine. The embedded one has one process. */
export function sharedAnswers(db: Database): ReturnType<typeof rateAnswers> | undefined {
  return db.engine === 'pglite' ? undefined : rateAnswers(db);
}
