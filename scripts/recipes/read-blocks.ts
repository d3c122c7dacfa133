import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a shell runs and what only shows a form are no code of a file. */
const shown: ReadonlySet<string> = new Set(['sh', '']);

/** The blocks of code of a recipe that belong into files, in their order, without the indent of the list that they stand in. */
export function readBlocks(root: string, recipe: string): readonly string[] {
  const text = readFileSync(join(root, 'docs/recipes', `${recipe}.md`), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)].flatMap(
    ([, indent = '', language = '', body = '']) =>
      shown.has(language)
        ? []
        : body
            .split('\n')
            .map((line) => line.slice(line.startsWith(indent) ? indent.length : 0))
            .join('\n'),
  );
}
