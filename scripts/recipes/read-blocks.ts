import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of code of a recipe, which belongs into a file. */
export interface Block {
  /** As the fence names it: ts, tsx, json, sql, svg. */
  readonly language: string;
  readonly text: string;
}

/** What a shell runs and what only shows a form are no code of a file. */
const shown: ReadonlySet<string> = new Set(['sh', '']);

/** The blocks of code of a recipe in their order, without the indent of the list that they stand in. */
export function readBlocks(root: string, recipe: string): readonly Block[] {
  const text = readFileSync(join(root, 'docs/recipes', `${recipe}.md`), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)]
    .map(([, indent = '', language = '', body = '']) => ({
      language,
      text: body
        .split('\n')
        .map((line) => line.slice(line.startsWith(indent) ? indent.length : 0))
        .join('\n'),
    }))
    .filter(({ language }) => !shown.has(language));
}
