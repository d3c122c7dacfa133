import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A look has found a coin equal at an exchange, now. */
export async function lookedAt(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  place: string,
  coin: string,
): Promise<void> {
  const at = new Date(clock.now());
  await db.query(sql`INSERT INTO places (name) VALUES (${place}) ON CONFLICT DO NOTHING`);
  await db.query(sql`
    INSERT INTO place_balances (place, coin, state, said, difference, looked_at, since, equal_at, opened_at)
    VALUES (${place}, ${coin}, 'equal', 0, 0, ${at}, ${at}, ${at}, ${at})
    ON CONFLICT (place, coin) DO UPDATE SET looked_at = ${at}`);
}
