import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Modal } from './modal.tsx';
import styles from './option-picker.module.css';
import { PickerKeys, PickerSearch, usePickerFocus } from './picker-parts.tsx';

export interface OptionGroup<Option> {
  /** Null for options without a heading. */
  readonly title: string | null;
  readonly options: readonly Option[];
}

interface OptionPickerProps<Option> {
  /** Name of the dialog. */
  readonly title: string;
  readonly placeholder: string;
  /** What is listed for a search text; trimmed, empty at first. */
  readonly groupsFor: (text: string) => readonly OptionGroup<Option>[];
  readonly keyOf: (option: Option) => string;
  readonly draw: (option: Option) => ReactNode;
  /** Key of the option that is chosen now. */
  readonly chosen: string;
  readonly onChoose: (option: Option) => void;
  readonly onClose: () => void;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
}

/**
 * A dialog with a search box over a list. The focus stays in the box: arrows move the highlight, which starts on the
 * first match, Enter chooses it.
 */
export function OptionPicker<Option>(props: OptionPickerProps<Option>) {
  const { title, placeholder, groupsFor, keyOf, draw, chosen, onChoose, onClose, empty } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const groups = groupsFor(text.trim()).filter((group) => group.options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const startOf = (groupIndex: number) =>
    groups.slice(0, groupIndex).reduce((sum, group) => sum + group.options.length, 0);
  const optionId = (index: number) => `${id}-option-${index}`;

  usePickerFocus(input, list);

  function moveTo(index: number) {
    const next = Math.min(options.length - 1, Math.max(0, index));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function handleKeyDown(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
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

  return (
    <Modal
      title={title}
      onClose={onClose}
      head={
        <PickerSearch
          input={input}
          title={title}
          listId={`${id}-list`}
          activeId={options.length === 0 ? undefined : optionId(active)}
          placeholder={placeholder}
          matches={text.trim() === '' ? null : options.length}
          value={text}
          onChange={(next) => {
            setText(next);
            setActive(0);
            list.current?.scrollTo({ top: 0 });
          }}
          onKeyDown={handleKeyDown}
        />
      }
    >
      <div
        ref={list}
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={title}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
      >
        {groups.map((group, groupIndex) => (
          <fieldset
            key={group.title ?? groupIndex}
            className={styles.group}
            aria-label={group.title ?? title}
          >
            {group.title !== null && (
              <p className={styles.heading} aria-hidden="true">
                {group.title} <span>{group.options.length}</span>
              </p>
            )}
            {group.options.map((option, optionIndex) => {
              const own = startOf(groupIndex) + optionIndex;
              return (
                <div
                  key={keyOf(option)}
                  id={optionId(own)}
                  className={own === active ? `${styles.option} ${styles.active}` : styles.option}
                  role="option"
                  aria-selected={own === active}
                  aria-current={keyOf(option) === chosen ? 'true' : undefined}
                  tabIndex={-1}
                  onClick={() => onChoose(option)}
                  onKeyDown={handleKeyDown}
                >
                  {draw(option)}
                  {own === active && <kbd aria-hidden="true">Enter</kbd>}
                </div>
              );
            })}
          </fieldset>
        ))}
      </div>
      {options.length === 0 && (
        <div className={styles.empty} role="status">
          {empty}
        </div>
      )}
      <PickerKeys />
    </Modal>
  );
}
