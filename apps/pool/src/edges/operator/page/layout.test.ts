import { describe, expect, it } from 'vitest';
import { printed } from './layout.ts';

const classOf = (text: string): string | undefined =>
  /class="([^"]+)"/.exec(printed(text, 'Answer').toString())?.[1];

describe('what a verb printed', () => {
  it('wraps where it is sentences, also under one another', () => {
    expect(classOf('The settings name no other pool.')).toBe('printed sentences');
    expect(classOf('draft, written 2026-11-30T06:38:54Z\ntitle: How we drill\n\n## What happens')).toBe(
      'printed sentences',
    );
  });

  it('keeps its columns where it has some, also behind a sentence', () => {
    expect(classOf('network  since\n-------  -----\nDOGE     today')).toBe('printed');
    expect(classOf('Two wait.\n\nid  state\n1   reserved')).toBe('printed');
  });
});
