import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deferred } from './deferred.tsx';
import { DeferredCode } from './deferred-code.tsx';
import { isDeferring, deferFirstPage } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  // Nothing may be left in line for the next test.
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const frame = () => act(() => void vi.advanceTimersByTime(20));
const shown = () => ['one', 'two', 'three'].filter((text) => screen.queryByText(text) !== null);

function Page({ isSecondWanted = true }: { readonly isSecondWanted?: boolean }) {
  return (
    <>
      <Deferred fallback={<i>place</i>}>
        <p>one</p>
      </Deferred>
      {isSecondWanted && (
        <Deferred>
          <p>two</p>
        </Deferred>
      )}
      <Deferred>
        <p>three</p>
      </Deferred>
    </>
  );
}

describe('Deferred', () => {
  it('is simply there where nothing is deferred', () => {
    render(<Page />);
    expect(shown()).toEqual(['one', 'two', 'three']);
  });

  it('draws one piece a frame on the first page, in their order, each kept its place', () => {
    deferFirstPage();
    render(<Page />);
    expect(shown()).toEqual([]);
    expect(screen.getByText('place')).toBeTruthy();
    frame();
    expect(shown()).toEqual(['one']);
    expect(screen.queryByText('place')).toBeNull();
    frame();
    expect(shown()).toEqual(['one', 'two']);
    frame();
    expect(shown()).toEqual(['one', 'two', 'three']);
  });

  it('draws at once again when all have had their turn', () => {
    deferFirstPage();
    const { unmount } = render(<Page />);
    for (let turn = 0; turn < 4; turn += 1) frame();
    unmount();
    render(<Page />);
    expect(shown()).toEqual(['one', 'two', 'three']);
  });

  it('goes on where a piece in line is not wanted any more', () => {
    deferFirstPage();
    const { rerender } = render(<Page />);
    frame();
    rerender(<Page isSecondWanted={false} />);
    frame();
    frame();
    expect(shown()).toEqual(['one', 'three']);
  });
});

function withResolvers() {
  let resolve!: (code: string) => void;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('DeferredCode', () => {
  const Late = ({ load }: { readonly load: () => Promise<string> }) => (
    <DeferredCode load={load} fallback={<i>place</i>}>
      {(code) => <p>{code}</p>}
    </DeferredCode>
  );

  it('keeps the place and the order until the code has come, and then has a turn', async () => {
    const { promise, resolve } = withResolvers();
    const load = () => promise;
    deferFirstPage();
    render(
      <>
        <Deferred>
          <p>one</p>
        </Deferred>
        <Late load={load} />
      </>,
    );
    for (let turn = 0; turn < 4; turn += 1) frame();
    expect(shown()).toEqual(['one']);
    expect(screen.getByText('place')).toBeTruthy();
    expect(isDeferring()).toBe(true);
    await act(async () => resolve('two'));
    expect(shown()).toEqual(['one']);
    frame();
    expect(shown()).toEqual(['one', 'two']);
    frame();
    expect(isDeferring()).toBe(false);
  });

  it('is there at once where its code has come before', async () => {
    const load = () => Promise.resolve('two');
    const { unmount } = render(<Late load={load} />);
    expect(shown()).toEqual([]);
    await act(async () => {});
    expect(shown()).toEqual(['two']);
    unmount();
    render(<Late load={load} />);
    expect(shown()).toEqual(['two']);
  });

  it('does not wait for code that is not wanted any more', () => {
    deferFirstPage();
    const { unmount } = render(<Late load={() => new Promise<string>(() => {})} />);
    frame();
    expect(isDeferring()).toBe(true);
    unmount();
    frame();
    expect(isDeferring()).toBe(false);
  });
});
