import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

beforeEach(async () => {
  await import('./toast-region.tsx');
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  cleanup();
});

/** The region's code comes with the first message. */
async function say(...message: Parameters<typeof showToast>) {
  await act(async () => showToast(...message));
}

describe('Toasts', () => {
  it.each([
    ['error', 'alert', 'An error occurred'],
    ['warning', 'alert', 'An error occurred'],
    ['success', 'status', 'Success!'],
  ] as const)(
    'an %s without words says its default and goes after 3 s [shell-02]',
    async (tone, role, text) => {
      await say(tone);
      expect(screen.getByRole(role).textContent).toBe(text);
      act(() => void vi.advanceTimersByTime(2999));
      expect(screen.queryByRole(role)).not.toBeNull();
      act(() => void vi.advanceTimersByTime(1));
      expect(screen.queryByRole(role)).toBeNull();
    },
  );

  it('does not say the same words twice at once', async () => {
    await say('error');
    await say('warning', 'An error occurred');
    await say('error', 'Refused');
    expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toEqual([
      'An error occurred',
      'Refused',
    ]);
  });
});
