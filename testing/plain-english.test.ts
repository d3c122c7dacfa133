import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { ROOT } from '../scripts/root.ts';

/** Words that a reader has to translate, with what to write instead, and a percent sign apart from its number. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/i, 'the person, or “anyone who”'],
  [/\b(?:no|some)body\b/i, 'who acts, or “is not …”'],
  [/\bany ?body\b/i, '“anyone”'],
  [/\banew\b/i, '“again”'],
  [/\bmend(?:s|ed|ing)?\b/i, '“fix”'],
  [/\bin sight\b/i, 'the time, or “soon”'],
  [/\breckon(?:s|ed|ing)?\b/i, '“calculate”'],
  [/\d[ \u00a0]%/, 'the percent sign next to its number'],
];

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file));
}

/** What a visitor may read of a source file: its strings and the text between its tags, without comments and names. */
function textsOf(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { readonly type?: unknown; readonly value?: unknown };
    if (type === 'JSXText' && typeof value === 'string') texts.push(value.replaceAll(/\s+/g, ' '));
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { readonly cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return texts.filter((text) => text.includes(' '));
}

it('the site, its articles, the documents and the README use the words of the field', () => {
  const isSource = /^(?!.*(?:\.test\.|testing\/)).*\.tsx?$/;
  const texts = [
    ...filesIn('apps/web/src', isSource).flatMap((file) => textsOf(file).map((text) => ({ file, text }))),
    ...[...filesIn('content', /\.md$/), ...filesIn('docs', /\.md$/), 'README.md'].flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((text) => ({ file, text })),
    ),
  ];
  expect(texts.length).toBeGreaterThan(3000);
  const faults = texts.flatMap(({ file, text }) =>
    banned
      .filter(([word]) => word.test(text))
      .map(([, better]) => `${file}: ${text.trim()} (write ${better})`),
  );
  expect(faults).toEqual([]);
});
