import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { Icon } from './icon.tsx';
import styles from './picker-parts.module.css';

/** Below this width the search box does not take the focus, so that the keyboard of a phone stays away. */
const focusFromWidth = '(min-width: 501px)';

/** What opens has the focus in its search box; on a phone in the list, and with it the arrow keys. */
export function usePickerFocus(
  input: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (matchMedia(focusFromWidth).matches) input.current?.focus();
    else list.current?.focus();
  }, [input, list]);
}

interface PickerSearchProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly title: string;
  readonly listId: string;
  /** Id of the option that is highlighted; undefined where there is none. */
  readonly activeId: string | undefined;
  readonly placeholder: string;
  /** How many options a text leaves; null without one, or while they are fetched. */
  readonly matches: number | null;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The search box over a list of options. The focus stays in it: the highlight moves in the list. */
export function PickerSearch(props: PickerSearchProps) {
  const { input, title, listId, activeId, placeholder, matches, value, onChange, onKeyDown } = props;
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        ref={input}
        role="combobox"
        aria-label={title}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* In the dialog: what is outside of it is not read out while it is open. */}
      <p className="visually-hidden" role="status">
        {matches === null ? '' : matches === 1 ? '1 match' : `${matches} matches`}
      </p>
    </div>
  );
}

/** The keys that work, shown to sighted visitors. */
export function PickerKeys({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={styles.foot} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> move
      </span>
      <span>
        <kbd>Enter</kbd> choose
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
      {children}
    </p>
  );
}
