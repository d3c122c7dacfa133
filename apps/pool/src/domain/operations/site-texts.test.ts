import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { RenderedText, SiteText, SiteTexts } from '../kernel/site-text.ts';
import { textName } from '../kernel/site-text.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { readDecisions } from '../kernel/decision.ts';
import { listTexts, publishText, readShownTexts, readText, withdrawText, writeText } from './site-texts.ts';

const notice = (text: string): SiteText => ({
  kind: 'news',
  slug: 'maintenance',
  fields: { type: 'maintenance', pinned: true, text },
});
const article = (slug: string, text = 'Words.'): SiteText => ({
  kind: 'article',
  slug,
  fields: {
    title: 'A title',
    shortText: 'What it is good for.',
    category: 'payouts',
    place: 3,
    related: [],
    keywords: [],
    text,
  },
});

/** A text that says `needs X` can be shown beside article/X only. */
const siteTexts: SiteTexts = {
  render: async (texts) => {
    const names = new Set(texts.map(textName));
    return new Map(
      texts.map((text): [string, RenderedText] => {
        const needed = /needs (\S+)/.exec(text.fields.text)?.[1];
        return needed !== undefined && !names.has(`article/${needed}`)
          ? [textName(text), { kind: 'faulty', fault: `there is no ${needed}` }]
          : [textName(text), { kind: 'shown', html: `<p>${text.fields.text}</p>` }];
      }),
    );
  },
};

describe.each(testEngines())('texts of the site on %s', (engine) => {
  let suite: TestContext;
  let ctx: TestContext & { actor: string; siteTexts: SiteTexts };
  beforeEach(async () => {
    suite = await createTestContext(engine);
    ctx = { ...suite, actor: 'ann', siteTexts };
  });
  afterEach(() => suite.close());
  const write = (text: SiteText) => writeText(ctx, { text, reason: 'why not' });
  const publish = (name: string) => publishText(ctx, { name, reason: 'it is time' });
  const withdraw = (name: string) => withdrawText(ctx, { name, reason: 'it is over' });
  const shown = async () => (await readShownTexts(ctx.db)).map((text) => [textName(text), text.fields.text]);
  const states = async () => (await listTexts(ctx)).map(({ name, state }) => [name, state]);

  it('are shown once they are published, as they were then, until they are withdrawn; each step is in the log', async () => {
    expect(await write(notice('Soon.'))).toEqual({ kind: 'done', name: 'news/maintenance', fault: null });
    expect([await shown(), await states()]).toEqual([[], [['news/maintenance', 'draft']]]);
    suite.advance(1000);
    expect(await publish('news/maintenance')).toEqual({ kind: 'done' });
    suite.advance(1000);
    await write(notice('Now.'));
    expect(await shown()).toEqual([['news/maintenance', 'Soon.']]);
    expect(await states()).toEqual([['news/maintenance', 'shown, written again since']]);
    suite.advance(1000);
    expect(await publish('news/maintenance')).toEqual({ kind: 'done' });
    expect(await readShownTexts(ctx.db)).toEqual([
      { ...notice('Now.'), shownAt: testStart + 3000, firstShownAt: testStart + 1000 },
    ]);
    expect(await withdraw('news/maintenance')).toEqual({ kind: 'done' });
    expect([await shown(), await states()]).toEqual([[], [['news/maintenance', 'withdrawn']]]);
    expect(await withdraw('news/maintenance')).toEqual({ kind: 'not-shown' });
    const decided = await readDecisions(ctx, { limit: 10 });
    expect(decided.map(({ kind, subject, actor }) => `${actor}: ${kind} ${subject}`)).toEqual([
      'ann: withdraw-text news/maintenance',
      'ann: publish-text news/maintenance',
      'ann: write-text news/maintenance',
      'ann: publish-text news/maintenance',
      'ann: write-text news/maintenance',
    ]);
  });

  it('are kept with a fault, and not shown with one', async () => {
    expect(await write(article('guide', 'needs basics'))).toEqual({
      kind: 'done',
      name: 'article/guide',
      fault: 'there is no basics',
    });
    expect(await publish('article/guide')).toEqual({ kind: 'faulty', fault: 'there is no basics' });
    expect(await shown()).toEqual([]);
  });

  it('are not withdrawn, nor written out of, what another that is shown leads to', async () => {
    await write(article('basics'));
    await publish('article/basics');
    await write(article('guide', 'needs basics'));
    await publish('article/guide');
    expect(await withdraw('article/basics')).toEqual({
      kind: 'faulty',
      fault: 'article/guide: there is no basics',
    });
    expect(await withdraw('article/guide')).toEqual({ kind: 'done' });
    expect(await withdraw('article/basics')).toEqual({ kind: 'done' });
  });

  it('are published as they were looked at, or not at all', async () => {
    await write(notice('Soon.'));
    const looked = await readText(ctx, { name: 'news/maintenance' });
    if (looked.kind !== 'found') throw new Error('it is not there');
    expect(looked.rendered).toEqual({ kind: 'shown', html: '<p>Soon.</p>' });
    suite.advance(1);
    await write(notice('Another one has written this.'));
    const { writtenAt } = looked;
    expect(await publishText(ctx, { name: 'news/maintenance', writtenAt, reason: 'x' })).toEqual({
      kind: 'changed',
    });
    expect(await shown()).toEqual([]);
  });

  it('have names and characters that a page and a database can hold', async () => {
    for (const slug of ['', 'Über', 'a--b', '../x', 'x'.repeat(101)])
      expect(await write({ ...notice('x'), slug })).toEqual({ kind: 'malformed-name' });
    expect(await write(notice('a\0b'))).toEqual({ kind: 'malformed-text' });
    expect(await write(notice('a\ud800b'))).toEqual({ kind: 'malformed-text' });
    expect(await write(notice(String.raw`a\u0000b`))).toMatchObject({ kind: 'done' });
    expect(await publish('news/nothing')).toEqual({ kind: 'no-text' });
    expect(await publish('pages/nothing')).toEqual({ kind: 'no-text' });
    expect(await writeText(ctx, { text: notice('x'), reason: ' ' })).toEqual({ kind: 'malformed-reason' });
  });
});
