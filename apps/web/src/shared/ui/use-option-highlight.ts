import { type KeyboardEvent, useState } from 'react';

interface OptionHighlight {
  /** Index of the highlighted option. */
  readonly active: number;
  readonly moveToFirst: () => void;
  readonly handleKeyDown: (event: KeyboardEvent) => void;
}

const pageLength = 8;

/** The highlight of a list of options: arrow and page keys move it, Enter chooses. It starts on the first option. */
export function useOptionHighlight<Option>(
  options: readonly Option[],
  optionId: (index: number) => string,
  onChoose: (option: Option) => void,
): OptionHighlight {
  const [active, setActive] = useState(0);

  function moveTo(index: number) {
    const next = Math.min(options.length - 1, Math.max(0, index));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function handleKeyDown(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageLength,
      PageUp: active - pageLength,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (option !== undefined) onChoose(option);
    }
  }

  return { active, moveToFirst: () => setActive(0), handleKeyDown };
}
