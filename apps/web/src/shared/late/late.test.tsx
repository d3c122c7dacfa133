import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, memo, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../testing/find-patiently.ts';
import { recordToasts } from '../../testing/record-toasts.ts';
import { DeferredCode } from '../deferred/deferred-code.tsx';
import { late, lateDialog, lateExtra } from './late.tsx';

const shownToasts = recordToasts();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const Part = ({ name }: { readonly name: string }) => <p>part {name}</p>;

interface DialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

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
      <>
        <p>the rest</p>
        <Late name="one" />
      </>,
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

  it('offers to reload the page where the pool answers all the while: it has another build by now', async () => {
    const { state, load } = network();
    const version = vi.fn(() => Promise.reject<Response>(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', version);
    await show(late(load));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    version.mockImplementation(() =>
      Promise.resolve(Response.json({ success: true, msg: 'Ok', message: 'Ok', data: '0.1.0' })),
    );
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
    // It goes on trying all the same.
    const before = state.asked;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(state.asked).toBe(before + 1);
  });

  it('that the page can do without leaves no trace', async () => {
    const { state, load } = network();
    await show(lateExtra(load));
    expect(document.body.textContent).toBe('the rest');
    state.isThere = true;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('part one')).toBeTruthy();
  });

  it('that is a dialog says so in a message, is closed, and opens only when it is asked for again', async () => {
    vi.useRealTimers();
    const { state, load } = network();
    const Dialog = lateDialog<DialogProps>(load as () => Promise<ComponentType<DialogProps>>);
    const Page = () => {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            open
          </button>
          {isOpen && <Dialog name="three" onClose={() => setOpen(false)} />}
        </>
      );
    };
    render(<Page />);
    const open = screen.getByRole('button', { name: 'open' });
    await act(async () => void fireEvent.click(open));
    await vi.waitFor(() =>
      expect(shownToasts().map(({ text }) => text)).toEqual([
        'This could not be loaded. Try again in a moment.',
      ]),
    );
    state.isThere = true;
    await act(async () => void dispatchEvent(new Event('online')));
    expect(state.asked).toBe(1);
    expect(screen.queryByText('part three')).toBeNull();
    await act(async () => void fireEvent.click(open));
    expect(screen.getByText('part three')).toBeTruthy();
  });
});

/** A dialog that stays open. */
const withoutProps = (Dialog: ComponentType<{ readonly onClose: () => void }>) => () => (
  <Dialog onClose={() => {}} />
);

/** Testing Library sets this too: false while it waits, true while it acts. */
const setActing = (isActing: boolean) => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isActing);

describe.each([
  ['part', late],
  ['extra', lateExtra],
  [
    'dialog',
    (load: () => Promise<ComponentType<object>>) =>
      withoutProps(lateDialog(load as () => Promise<ComponentType<{ readonly onClose: () => void }>>)),
  ],
])('a late %s that waits', (_kind, build) => {
  it('lets what stands beside it be rendered once, also where another one waits elsewhere', async () => {
    vi.useRealTimers();
    let renders = 0;
    // React would go on for ever: the error ends it.
    const Beside = () => {
      renders += 1;
      if (renders > 1000) throw new Error('rendered again and again');
      return null;
    };
    const never = () => new Promise<ComponentType<object>>(() => {});
    const [One, Two] = [build(never), build(never)];
    const First = memo(() => (
      <Suspense fallback={null}>
        <Beside />
        <One />
      </Suspense>
    ));
    const second: { open: (() => void) | null } = { open: null };
    const Second = memo(() => {
      const [isOpen, setOpen] = useState(false);
      useEffect(() => {
        second.open = () => setOpen(true);
      }, []);
      return (
        isOpen && (
          <Suspense fallback={null}>
            <Beside />
            <Two />
          </Suspense>
        )
      );
    });
    const root = createRoot(document.createElement('div'));
    try {
      // As a page does it: one part begins to wait by itself, another one by a click soon after.
      setActing(false);
      root.render([<First key="first" />, <Second key="second" />]);
      await vi.waitFor(() => expect(second.open).not.toBeNull());
      setActing(true);
      act(() => second.open?.());
    } finally {
      setActing(true);
      act(() => root.unmount());
    }
    expect(renders).toBe(2);
  });
});

it('a deferred piece whose code did not come says so and is there once it comes', async () => {
  const { state, load } = network();
  render(<DeferredCode load={load}>{(Code) => <Code name="two" />}</DeferredCode>);
  await act(async () => {});
  expect(screen.getByRole('status').textContent).toContain('This part could not be loaded. Retrying…');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(state.asked).toBe(2);
  state.isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText('part two')).toBeTruthy();
});
