import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import { askPlace, type PlaceAnswer, type PlaceContext } from './ask-place.ts';
import {
  isOfWords,
  selectUpstreamPlaces,
  type UpstreamPlace,
  wasFoundOurs,
  wordsOf,
} from './upstream-place.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & PlaceContext;

/** What was found to be ours is asked for again after this time, anything else each time, ms. */
const askAgainMs = 10 * 60_000;
/**
 * What was found to be ours is not ours any more once it was found so this often in a row: an exchange may leave an address out once. Of a start once is
 * enough: it ends with that, and no one asks again.
 */
const missesMax = 2;

/** What is to be said of an upstream that does not pay to a place of ours. */
interface OtherPlace {
  readonly upstream: string;
  readonly why: string;
}

/**
 * Asks, of each other pool that is to give work, whether it pays to a place of ours, and keeps the answer, by which its work is given or not
 * (`isFoundOurs`). Safe to run in several processes.
 *
 * @param isStart everything is asked for, whatever is known
 * @returns those of which it was answered now that it is none of ours
 */
export async function compareUpstreams(
  ctx: Context,
  upstreams: readonly UpstreamTerms[],
  isStart = false,
): Promise<readonly OtherPlace[]> {
  const others: OtherPlace[] = [];
  for (const upstream of upstreams) {
    const was = await readPlace(ctx, upstream);
    if (!isStart && was !== undefined && isKnown(was, ctx.clock.now())) continue;
    const answer = await askPlace(ctx, upstream);
    const state = await keep(ctx, upstream, answer, { was, isStart });
    const isOther = answer.kind === 'not-ours' || (answer.kind === 'not-taken' && state === 'not-ours');
    if (isOther) others.push({ upstream: upstream.name, why: answer.why });
  }
  return others;
}

/** Whether it was found to be ours when it was asked last, and that is not long ago. */
function isKnown({ oursAt, askedAt }: UpstreamPlace, now: number): boolean {
  return oursAt?.getTime() === askedAt.getTime() && now - askedAt.getTime() < askAgainMs;
}

/** What is known of the place that the settings name now. */
async function readPlace(
  { db }: Pick<Context, 'db'>,
  upstream: UpstreamTerms,
): Promise<UpstreamPlace | undefined> {
  const rows = await selectUpstreamPlaces(db, sql`WHERE upstream = ${upstream.name}`);
  return rows.find((row) => isOfWords(row, upstream));
}

async function keep(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  upstream: UpstreamTerms,
  answer: PlaceAnswer,
  { was, isStart }: { readonly was: UpstreamPlace | undefined; readonly isStart: boolean },
): Promise<UpstreamPlace['state']> {
  const now = new Date(clock.now());
  const { state, misses } = nextState(was, answer.kind, now.getTime(), isStart ? 1 : missesMax);
  const since = state === was?.state ? was.since : now;
  const oursAt = answer.kind === 'ours' ? now : (was?.oursAt ?? null);
  const { coin, place, address } = wordsOf(upstream);
  const why = answer.why ?? null;
  await db.query(sql`
    INSERT INTO upstream_places (upstream, algorithm, coin, place, address, asked_at, state, since, ours_at, misses, why)
    VALUES (${upstream.name}, ${upstream.algorithm}, ${coin}, ${place}, ${address}, ${now}, ${state}, ${since}, ${oursAt}, ${misses}, ${why})
    ON CONFLICT (upstream, algorithm) DO UPDATE
       SET coin = ${coin}, place = ${place}, address = ${address}, asked_at = ${now}, state = ${state}, since = ${since},
           ours_at = ${oursAt}, misses = ${misses}, why = ${why}`);
  return state;
}

/** Pure: what is known after one more answer. Where an exchange names nothing in place of what was ours in the last days, that is no other place yet: work is withheld alone. */
function nextState(
  was: Pick<UpstreamPlace, 'state' | 'misses' | 'oursAt'> | undefined,
  answer: PlaceAnswer['kind'],
  now: number,
  missesAllowed: number,
): Pick<UpstreamPlace, 'state' | 'misses'> {
  const { state = 'unanswered', misses = 0 } = was ?? {};
  const isStillOurs = state === 'ours' && misses + 1 < missesAllowed;
  switch (answer) {
    case 'ours':
      return { state: 'ours', misses: 0 };
    case 'unanswered':
      return { state, misses };
    case 'not-ours':
      return { state: isStillOurs ? 'ours' : 'not-ours', misses: misses + 1 };
    case 'not-taken': {
      const wasOurs = state !== 'not-ours' && wasFoundOurs(was?.oursAt ?? null, now);
      return { state: isStillOurs ? 'ours' : wasOurs ? 'unanswered' : 'not-ours', misses: misses + 1 };
    }
  }
}
