import type { CoinItem } from '@openlode/contracts/http/coins';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { nextOption } from './next-option.ts';

interface HighlightOptions {
  /** Holds an element of the role `option` for every coin. */
  readonly list: RefObject<HTMLElement | null>;
  /** The coins that are shown, in their order; undefined while they are fetched. */
  readonly coins: readonly CoinItem[] | undefined;
  /** Whether there is a text in the search box. */
  readonly isSearching: boolean;
  readonly onChoose: (symbol: string) => void;
}

export interface Highlight {
  /** Index of the highlighted coin. */
  readonly active: number;
  readonly moveToFirst: () => void;
  /** For another list of coins: from its top, and without an Enter that was meant for the one before. */
  readonly restart: () => void;
  readonly handleKeyDown: (event: KeyboardEvent) => void;
}

/** The highlighted coin: arrow keys move it, Enter chooses it. It starts on the first one. */
export function useHighlight({ list, coins, isSearching, onChoose }: HighlightOptions): Highlight {
  const [active, setActive] = useState(0);
  const activeSymbol = coins?.[active]?.symbol;

  // Enter that came before the list: it chooses once the coins are there.
  const enteredEarly = useRef(false);
  useEffect(() => {
    if (!enteredEarly.current || activeSymbol === undefined) return;
    enteredEarly.current = false;
    onChoose(activeSymbol);
  }, [activeSymbol, onChoose]);

  function move(key: string) {
    const elements = [...(list.current?.querySelectorAll('[role=option]') ?? [])];
    const boxes = elements.map((element) => element.getBoundingClientRect());
    // The matches of a text are in the order of their fit: down and up go through all of them, however many stand in a row.
    const next = isSearching
      ? Math.min(Math.max(0, active + (key === 'ArrowDown' ? 1 : -1)), boxes.length - 1)
      : nextOption(boxes, active, key);
    setActive(next);
    elements[next]?.scrollIntoView({ block: 'nearest' });
  }

  return {
    active,
    moveToFirst: () => setActive(0),
    restart() {
      enteredEarly.current = false;
      setActive(0);
      list.current?.scrollTo({ top: 0 });
    },
    handleKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter') {
        event.preventDefault();
        enteredEarly.current = coins === undefined;
        if (activeSymbol !== undefined) onChoose(activeSymbol);
        return;
      }
      // In a text the sideways arrows move the caret.
      const keys = isSearching
        ? ['ArrowDown', 'ArrowUp']
        : ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
      if (!keys.includes(event.key)) return;
      event.preventDefault();
      move(event.key);
    },
  };
}
