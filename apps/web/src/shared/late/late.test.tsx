import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PacedCode } from '../pace/paced-code.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { late, lateDialog, lateExtra } from './late.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Part = ({ name }: { readonly name: string }) => <p>part {name}</p>;

/** Fails until the network is there. */
function network() {
  const state = { isThere: false, asked: 0 };
  const load = (): Promise<ComponentType<{ readonly name: string }>> => {
    state.asked += 1;
    return state.isThere ? Promise.resolve(Part) : Promise.reject(new TypeError('Failed to fetch'));
  };
  return { state, load };
}

const show = (Late: ComponentType<{ readonly name: string }>) =>
  act(async () => {
    render(
      <Suspense fallback={<i>waiting</i>}>
        <p>the rest</p>
        <Late name="one" />
      </Suspense>,
    );
  });

describe('a late component', () => {
  it('says in its place that its code did not come, and is there by itself after five seconds', async () => {
    const { state, load } = network();
    await show(late(load));
    expect(screen.getByText('the rest')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('This part could not be loaded. Retrying…');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(state.asked).toBe(2);
    state.isThere = true;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('part one')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(state.asked).toBe(3);
  });

  it.each([
    ['the browser is online again', () => void dispatchEvent(new Event('online'))],
    ['the button is pressed', () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' }))],
  ])('is tried at once when %s', async (_when, happen) => {
    const { state, load } = network();
    await show(late(load));
    state.isThere = true;
    await act(async () => happen());
    expect(screen.getByText('part one')).toBeTruthy();
  });

  it('that the page can do without leaves no trace', async () => {
    const { state, load } = network();
    await show(lateExtra(load));
    expect(document.body.textContent).toBe('the rest');
    state.isThere = true;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('part one')).toBeTruthy();
  });

  it('that is a dialog says so in a message', async () => {
    vi.useRealTimers();
    const { load } = network();
    render(<Toasts />);
    await show(lateDialog(load));
    expect((await screen.findByRole('alert')).textContent).toBe('This could not be loaded. Retrying…');
  });
});

it('a paced piece whose code did not come says so and is there once it comes', async () => {
  const { state, load } = network();
  render(<PacedCode load={load}>{(Code) => <Code name="two" />}</PacedCode>);
  await act(async () => {});
  expect(screen.getByRole('status').textContent).toContain('This part could not be loaded. Retrying…');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(state.asked).toBe(2);
  state.isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText('part two')).toBeTruthy();
});
