import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { judgeReason, type OperationContext, recordDecision } from '../kernel/decision.ts';
import {
  readTextName,
  type RenderedText,
  type ShownText,
  type SiteText,
  type SiteTexts,
  type TextKind,
  textName,
} from '../kernel/site-text.ts';

type Context = OperationContext & { readonly siteTexts: SiteTexts };

/** More are refused: the site renders all of them at once. */
const textsMax = 200;

interface ListedText {
  /** `news/maintenance`. */
  readonly name: string;
  readonly state: 'draft' | 'shown' | 'shown, written again since' | 'withdrawn';
  readonly writtenAt: number;
  readonly shownAt: number | null;
}

interface Row {
  readonly kind: TextKind;
  readonly slug: string;
  readonly draft: unknown;
  readonly written_at: Date;
  readonly shown: unknown;
  readonly shown_at: Date | null;
  readonly first_shown_at: Date | null;
}

/** What operators have written, the newest first. */
export async function listTexts({ db }: Pick<OperationContext, 'db'>): Promise<ListedText[]> {
  const rows = await db.query<Row>(sql`
    SELECT kind, slug, written_at, shown_at, first_shown_at FROM site_texts ORDER BY written_at DESC, kind, slug`);
  return rows.map((row) => ({
    name: textName(row),
    state: stateOf(row),
    writtenAt: row.written_at.getTime(),
    shownAt: row.shown_at?.getTime() ?? null,
  }));
}

function stateOf({ written_at, shown_at, first_shown_at }: Row): ListedText['state'] {
  if (shown_at === null) return first_shown_at === null ? 'draft' : 'withdrawn';
  return written_at > shown_at ? 'shown, written again since' : 'shown';
}

/** What the site shows of them. */
export async function readShownTexts(db: Queryable): Promise<ShownText[]> {
  const rows = await db.query<Row>(sql`
    SELECT kind, slug, shown, shown_at, first_shown_at FROM site_texts WHERE shown IS NOT NULL ORDER BY kind, slug`);
  return rows.map(shownOf);
}

/** What was written is read by the verbs that write it, whose schemas it passed. */
function shownOf({ kind, slug, shown, shown_at, first_shown_at }: Row): ShownText {
  return {
    kind,
    slug,
    fields: shown,
    shownAt: shown_at?.getTime() ?? 0,
    firstShownAt: first_shown_at?.getTime() ?? 0,
  } as ShownText;
}

/** A text as it was written last, and what becomes of it on the site beside those that are shown. */
export interface ReadText {
  readonly kind: 'found';
  readonly text: SiteText;
  readonly state: ListedText['state'];
  readonly writtenAt: number;
  readonly rendered: RenderedText;
}

export async function readText(
  ctx: Context,
  { name }: { readonly name: string },
): Promise<ReadText | { readonly kind: 'no-text' }> {
  const row = await findRow(ctx.db, name);
  if (row === undefined) return { kind: 'no-text' };
  const text = draftOf(row);
  const at = ctx.clock.now();
  const { rendered } = await renderWith(ctx, await readShownTexts(ctx.db), {
    ...text,
    shownAt: at,
    firstShownAt: row.first_shown_at?.getTime() ?? at,
  });
  return { kind: 'found', text, state: stateOf(row), writtenAt: row.written_at.getTime(), rendered };
}

async function findRow(db: Queryable, name: string): Promise<Row | undefined> {
  const named = readTextName(name);
  if (named === undefined) return undefined;
  const [row] = await db.query<Row>(sql`
    SELECT kind, slug, draft, written_at, shown, shown_at, first_shown_at FROM site_texts
     WHERE kind = ${named.kind} AND slug = ${named.slug}`);
  return row;
}

function draftOf({ kind, slug, draft }: Row): SiteText {
  return { kind, slug, fields: draft } as SiteText;
}

/** What becomes of a text that takes the place of the one of its name, and of what is shown: `broken` was not before. */
async function renderWith(
  { siteTexts }: Pick<Context, 'siteTexts'>,
  shown: readonly ShownText[],
  text: ShownText,
): Promise<{ readonly rendered: RenderedText; readonly broken: string | undefined }> {
  const name = textName(text);
  // A notice leads to nothing, and nothing leads to it.
  const others = text.kind === 'news' ? [] : shown.filter((each) => each.kind === 'article');
  const before = await siteTexts.render(others);
  const after = await siteTexts.render([...others.filter((each) => textName(each) !== name), text]);
  const rendered = after.get(name) ?? { kind: 'faulty', fault: 'it is shown nowhere' };
  return { rendered, broken: newFault(before, after, name) };
}

/** The first text that could be shown before and cannot any more. */
function newFault(
  before: ReadonlyMap<string, RenderedText>,
  after: ReadonlyMap<string, RenderedText>,
  except: string,
): string | undefined {
  for (const [name, rendered] of after)
    if (name !== except && rendered.kind === 'faulty' && before.get(name)?.kind === 'shown')
      return `${name}: ${rendered.fault}`;
  return undefined;
}

export type WriteTextOutcome =
  | { readonly kind: 'done'; readonly name: string; readonly fault: string | null }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'malformed-name' }
  /** It holds what no database keeps. */
  | { readonly kind: 'malformed-text' }
  | { readonly kind: 'too-many' };

/** Keeps what was written under its name; the site goes on to show what it shows. A draft may have a fault: it is not shown before it has none. */
export async function writeText(
  ctx: Context,
  { text, reason: why }: { readonly text: SiteText; readonly reason: string },
): Promise<WriteTextOutcome> {
  const reason = judgeReason(why);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const name = textName(text);
  if (readTextName(name) === undefined) return { kind: 'malformed-name' };
  if (!isKeepable(text.fields)) return { kind: 'malformed-text' };
  const now = new Date(ctx.clock.now());
  const isKept = await ctx.db.transaction(async (tx) => {
    // Two that are written at once could each be the last that has room; that is one too many, and no harm.
    const [kept] = await tx.query(sql`
      INSERT INTO site_texts AS known (kind, slug, draft, written_at)
      SELECT ${text.kind}, ${text.slug}, ${JSON.stringify(text.fields)}::jsonb, ${now}
       WHERE (SELECT count(*) FROM site_texts) < ${textsMax}
          OR EXISTS (SELECT 1 FROM site_texts WHERE kind = ${text.kind} AND slug = ${text.slug})
      ON CONFLICT (kind, slug) DO UPDATE SET draft = excluded.draft, written_at = excluded.written_at
      RETURNING 1`);
    if (kept === undefined) return false;
    await recordDecision(tx, ctx, { kind: 'write-text', subject: name, reason });
    return true;
  });
  if (!isKept) return { kind: 'too-many' };
  const found = await readText(ctx, { name });
  const fault = found.kind === 'found' && found.rendered.kind === 'faulty' ? found.rendered.fault : null;
  return { kind: 'done', name, fault };
}

/** Whether JSON of a database can hold it: no NUL and no half of a character. */
function isKeepable(fields: object): boolean {
  return Object.values(fields)
    .flat()
    .every((value) => typeof value !== 'string' || !/[\0\p{Surrogate}]/u.test(value));
}

export type ShowTextOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'not-shown' }
  /** It was written again since it was looked at. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'faulty'; readonly fault: string };

/** Shows a text as it was written last, which was at `writtenAt`, ms, where that is said. */
export async function publishText(
  ctx: Context,
  input: { readonly name: string; readonly writtenAt?: number | undefined; readonly reason: string },
): Promise<ShowTextOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const row = await findRow(ctx.db, input.name);
  if (row === undefined) return { kind: 'no-text' };
  if (input.writtenAt !== undefined && row.written_at.getTime() !== input.writtenAt)
    return { kind: 'changed' };
  const now = ctx.clock.now();
  const firstShownAt = row.first_shown_at?.getTime() ?? now;
  const text: ShownText = { ...draftOf(row), shownAt: now, firstShownAt };
  // Before the transaction: recordings do not wait for articles to be read.
  const { rendered, broken } = await renderWith(ctx, await readShownTexts(ctx.db), text);
  if (rendered.kind === 'faulty') return rendered;
  if (broken !== undefined) return { kind: 'faulty', fault: broken };
  return ctx.db.transaction(async (tx) => {
    const [shown] = await tx.query(sql`
      UPDATE site_texts SET shown = draft, shown_at = ${new Date(now)}, first_shown_at = ${new Date(firstShownAt)}
       WHERE kind = ${row.kind} AND slug = ${row.slug} AND written_at = ${row.written_at} RETURNING 1`);
    if (shown === undefined) return { kind: 'changed' };
    await recordDecision(tx, ctx, { kind: 'publish-text', subject: input.name, reason });
    return { kind: 'done' };
  });
}

/** Shows a text no longer; it is kept, and a file of the same name is shown again. */
export async function withdrawText(
  ctx: Context,
  input: { readonly name: string; readonly reason: string },
): Promise<ShowTextOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const row = await findRow(ctx.db, input.name);
  if (row === undefined) return { kind: 'no-text' };
  if (row.shown_at === null) return { kind: 'not-shown' };
  const shown = (await readShownTexts(ctx.db)).filter(({ kind }) => kind === 'article' && row.kind === kind);
  const before = await ctx.siteTexts.render(shown);
  const after = await ctx.siteTexts.render(shown.filter((each) => textName(each) !== input.name));
  const broken = newFault(before, after, input.name);
  if (broken !== undefined) return { kind: 'faulty', fault: broken };
  return ctx.db.transaction(async (tx) => {
    const [withdrawn] = await tx.query(sql`
      UPDATE site_texts SET shown = NULL, shown_at = NULL
       WHERE kind = ${row.kind} AND slug = ${row.slug} AND shown_at = ${row.shown_at} RETURNING 1`);
    if (withdrawn === undefined) return { kind: 'changed' };
    await recordDecision(tx, ctx, { kind: 'withdraw-text', subject: input.name, reason });
    return { kind: 'done' };
  });
}
