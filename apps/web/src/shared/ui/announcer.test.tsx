import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer, announce } from './announcer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
  cleanup();
});

describe('announce', () => {
  it('says the first sentence at once and then only the newest of those that came meanwhile', () => {
    render(<Announcer />);
    act(() => announce('One'));
    expect(screen.getByRole('status').textContent).toBe('One');
    act(() => {
      announce('Two');
      announce('Three');
    });
    expect(screen.getByRole('status').textContent).toBe('One');
    act(() => {
      vi.advanceTimersByTime(4000);
    });
    expect(screen.getByRole('status').textContent).toBe('Three');
  });
});
