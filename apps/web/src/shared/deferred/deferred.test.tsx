import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Paced } from './paced.tsx';
import { PacedCode } from './paced-code.tsx';
import { isPaced, paceFirstPage } from './turns.ts';

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
      <Paced fallback={<i>place</i>}>
        <p>one</p>
      </Paced>
      {isSecondWanted && (
        <Paced>
          <p>two</p>
        </Paced>
      )}
      <Paced>
        <p>three</p>
      </Paced>
    </>
  );
}

describe('Paced', () => {
  it('is simply there where nothing is paced', () => {
    render(<Page />);
    expect(shown()).toEqual(['one', 'two', 'three']);
  });

  it('draws one piece a frame on the first page, in their order, each kept its place', () => {
    paceFirstPage();
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
    paceFirstPage();
    const { unmount } = render(<Page />);
    for (let turn = 0; turn < 4; turn += 1) frame();
    unmount();
    render(<Page />);
    expect(shown()).toEqual(['one', 'two', 'three']);
  });

  it('goes on where a piece in line is not wanted any more', () => {
    paceFirstPage();
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

describe('PacedCode', () => {
  const Late = ({ load }: { readonly load: () => Promise<string> }) => (
    <PacedCode load={load} fallback={<i>place</i>}>
      {(code) => <p>{code}</p>}
    </PacedCode>
  );

  it('keeps the place and the pace until the code has come, and then has a turn', async () => {
    const { promise, resolve } = withResolvers();
    const load = () => promise;
    paceFirstPage();
    render(
      <>
        <Paced>
          <p>one</p>
        </Paced>
        <Late load={load} />
      </>,
    );
    for (let turn = 0; turn < 4; turn += 1) frame();
    expect(shown()).toEqual(['one']);
    expect(screen.getByText('place')).toBeTruthy();
    expect(isPaced()).toBe(true);
    await act(async () => resolve('two'));
    expect(shown()).toEqual(['one']);
    frame();
    expect(shown()).toEqual(['one', 'two']);
    frame();
    expect(isPaced()).toBe(false);
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
    paceFirstPage();
    const { unmount } = render(<Late load={() => new Promise<string>(() => {})} />);
    frame();
    expect(isPaced()).toBe(true);
    unmount();
    frame();
    expect(isPaced()).toBe(false);
  });
});
