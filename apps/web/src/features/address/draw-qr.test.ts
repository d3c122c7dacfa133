import { describe, expect, it } from 'vitest';
import { drawQr } from './draw-qr.ts';

describe('drawQr', () => {
  it('draws an address at level H: 34 bytes need version 4, 33 modules a side', () => {
    const { size, path } = drawQr('DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE');
    expect(size).toBe(33);
    // The finder pattern in the corner: a ring of seven, and nothing in the quiet row below it.
    expect(path.startsWith('M0 0h1v1h-1zM1 0h1v1h-1zM2 0h1v1h-1z')).toBe(true);
    expect(path).not.toContain('M0 7h');
  });

  it('refuses what no code holds', () => {
    expect(() => drawQr('x'.repeat(2000))).toThrow();
  });
});
