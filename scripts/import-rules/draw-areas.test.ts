import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { type AreaGraph, countArrows, drawAreas, stronglyConnected, readAreas } from './draw-areas.ts';

const graphOf = (arrows: Readonly<Record<string, readonly string[]>>): AreaGraph =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]));

describe('a picture of areas', () => {
  it('leaves out an arrow that follows from others', () => {
    const graph = graphOf({
      views: ['payouts', 'kernel'],
      payouts: ['ledger', 'kernel'],
      ledger: ['kernel'],
      kernel: [],
    });
    expect(drawAreas(graph)).toBe(
      'flowchart TD\n  ledger --> kernel\n  payouts --> ledger\n  views --> payouts',
    );
    expect(countArrows(graph)).toBe(5);
    expect(stronglyConnected(graph)).toEqual([['views'], ['payouts'], ['ledger'], ['kernel']]);
  });

  it('puts areas that import each other into one box, over others too', () => {
    const graph = graphOf({
      audit: ['rounds'],
      rounds: ['payouts'],
      payouts: ['work'],
      work: ['rounds', 'kernel'],
      kernel: [],
    });
    expect(stronglyConnected(graph)).toEqual([['audit'], ['payouts', 'rounds', 'work'], ['kernel']]);
    expect(drawAreas(graph)).toBe(
      'flowchart TD\n  cycle2["payouts, rounds, work"]\n  audit --> cycle2\n  cycle2 --> kernel',
    );
  });

  it('shows an area that stands alone', () => {
    expect(drawAreas(graphOf({ clock: [] }))).toBe('flowchart TD\n  clock');
  });

  it('of the domain is the one in docs/architecture.md, and has no cycle', () => {
    const graph = readAreas(ROOT, 'apps/pool/src/domain');
    expect(stronglyConnected(graph).filter(({ length }) => length > 1)).toEqual([]);
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(/```mermaid\n([^`]*)\n```/.exec(text)?.[1]).toBe(drawAreas(graph));
    expect(text).toContain(`${graph.size} areas, ${countArrows(graph)} arrows`);
  });
});
