import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showToast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  cleanup();
});

describe('Toasts', () => {
  it('shows the default texts and takes them away after 3 s [shell-02]', async () => {
    await import('./toast-region.tsx');
    vi.useFakeTimers();
    render(<Toasts />);
    act(() => {
      showToast('error');
      showToast('success');
      showToast('warning', 'An error occurred');
    });
    // The region's code comes with the first message.
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('alert').textContent).toContain('An error occurred');
    expect(screen.getByRole('status').textContent).toContain('Success!');
    // The same words are not said twice.
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(2980));
    expect(screen.queryByRole('alert')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(20));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
