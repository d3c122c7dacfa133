import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';

/** E1: the events of a miner are numbered without gaps up to its newest. Old ones may be gone, from the oldest on. */
export async function checkEvents(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const rows = await tx.query<{
    uuid: string;
    last_seq: bigint;
    first: bigint;
    last: bigint;
    count: bigint;
  }>(sql`
    SELECT uuid, last_seq, min(seq) AS first, max(seq) AS last, count(*) AS count
      FROM (SELECT id, uuid, last_seq FROM miners
             WHERE id > ${scope.minersAfter} ORDER BY id LIMIT ${scope.minersMax}) AS looked_at
      JOIN events ON miner_id = looked_at.id
     GROUP BY uuid, last_seq
    HAVING max(seq) <> last_seq OR count(*) <> max(seq) - min(seq) + 1 ORDER BY uuid`);
  return rows.map(({ uuid, last_seq: lastSeq, first, last, count }) =>
    last === lastSeq
      ? {
          rule: 'E1',
          kind: 'events-with-gaps',
          account: uuid,
          subject: `${first}–${last}`,
          expected: `${last - first + 1n}`,
          found: `${count}`,
        }
      : {
          rule: 'E1',
          kind: 'events-miscounted',
          account: uuid,
          subject: 'last_seq',
          expected: `${last}`,
          found: `${lastSeq}`,
        },
  );
}
