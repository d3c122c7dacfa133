import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');

/** Selectors with `:hover` that hold on a touch screen as well, where they would stay after a tap. */
function hoversEverywhere(css: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  let head = '';
  for (const character of css.replaceAll(/\/\*.*?\*\//gs, '')) {
    if (character === '{') {
      const selector = head.trim();
      if (selector.includes(':hover') && !open.some((outer) => outer.includes('(hover: hover)')))
        found.push(selector);
      open.push(selector);
      head = '';
    } else if (character === '}') {
      open.pop();
      head = '';
    } else head = character === ';' ? '' : head + character;
  }
  return found;
}

describe('hover styles', () => {
  it('are found where they are not limited', () => {
    expect(hoversEverywhere('a:hover { color: red; } @media (hover: hover) { b:hover { top: 0; } }')).toEqual(
      ['a:hover'],
    );
    expect(hoversEverywhere('@media (max-width: 9px) { a { top: 0; } .b:hover { top: 0; } }')).toEqual([
      '.b:hover',
    ]);
  });

  it('hold only where a pointer can hover, in every style sheet of the site', () => {
    const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    );
    expect(sheets.length).toBeGreaterThan(60);
    const wrong = sheets.flatMap((file) =>
      hoversEverywhere(readFileSync(join(source, file), 'utf8')).map((selector) => `${file}: ${selector}`),
    );
    expect(wrong).toEqual([]);
  });
});
