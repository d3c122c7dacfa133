import { type ReactNode, useId, useRef, useState } from 'react';
import { Modal } from './modal.tsx';
import { type OptionGroup, OptionGroups, type OptionMethods } from './option-groups.tsx';
import styles from './option-picker.module.css';
import { PickerKeys, PickerSearch, usePickerFocus } from './picker-parts.tsx';
import { useOptionHighlight } from './use-option-highlight.ts';

interface OptionPickerProps<Option> extends OptionMethods<Option> {
  /** Name of the dialog. */
  readonly title: string;
  readonly placeholder: string;
  /** What is listed for a search text; trimmed, empty at first. */
  readonly groupsFor: (text: string) => readonly OptionGroup<Option>[];
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
  const groups = groupsFor(text.trim()).filter((group) => group.options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const optionId = (index: number) => `${id}-option-${index}`;
  const { active, moveToFirst, handleKeyDown } = useOptionHighlight(options, optionId, onChoose);

  usePickerFocus(input, list);

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
            moveToFirst();
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
        <OptionGroups
          title={title}
          groups={groups}
          active={active}
          optionId={optionId}
          keyOf={keyOf}
          draw={draw}
          chosen={chosen}
          onChoose={onChoose}
          onKeyDown={handleKeyDown}
        />
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
