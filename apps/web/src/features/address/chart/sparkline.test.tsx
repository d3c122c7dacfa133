import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

afterEach(cleanup);

describe('Sparkline', () => {
  it('draws from zero to the top of the scale, and leaves a gap where nothing was measured', () => {
    const points = [0, 1, 2, 8, 9].map((at) => ({ at, value: at === 2 ? 5 : 10 }));
    const { container } = render(<Sparkline points={points} start={0} end={10} step={1} />);
    const lines = [...container.querySelectorAll('g > path:last-child')].map((path) =>
      path.getAttribute('d'),
    );
    expect(lines).toEqual(['M0.00 0.00L10.00 0.00L20.00 50.00', 'M80.00 0.00L90.00 0.00']);
  });

  it('draws nothing for a fresh miner, whose points are none or apart', () => {
    const apart = [0, 5].map((at) => ({ at, value: 10 }));
    for (const points of [[], apart.slice(0, 1), apart]) {
      const { container } = render(<Sparkline points={points} start={0} end={10} step={1} />);
      expect(container.innerHTML).toBe('');
    }
  });
});
