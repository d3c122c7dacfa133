import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ScrollStrip } from './scroll-strip.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('goes where its arrow was pressed to, whatever becomes wider meanwhile', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  const looks: (() => void)[] = [];
  class Observer {
    constructor(look: () => void) {
      looks.push(look);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  render(
    <ScrollStrip what="tabs" selectedId="chosen">
      <i id="chosen" />
    </ScrollStrip>,
  );
  const track = document.getElementById('chosen')?.parentElement;
  if (track === null || track === undefined) throw new Error('there is no strip');
  const placed = vi.fn();
  Object.defineProperty(track, 'scrollLeft', { get: () => -96, set: placed });
  const widen = () =>
    act(() => {
      for (const look of looks) look();
    });
  widen();
  expect(placed).toHaveBeenCalledTimes(1);
  // It has not moved yet.
  const scrolled = vi.fn();
  track.scrollBy = scrolled;
  fireEvent.click(screen.getByRole('button', { name: 'Next tabs' }));
  expect(scrolled).toHaveBeenCalledOnce();
  widen();
  expect(placed).toHaveBeenCalledTimes(1);
});
