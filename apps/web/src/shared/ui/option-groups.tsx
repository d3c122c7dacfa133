import type { KeyboardEvent, ReactNode } from 'react';
import styles from './option-picker.module.css';

export interface OptionGroup<Option> {
  /** Null for options without a heading. */
  readonly title: string | null;
  readonly options: readonly Option[];
}

/** How options are told apart and drawn, and what happens to them. */
export interface OptionMethods<Option> {
  readonly keyOf: (option: Option) => string;
  readonly draw: (option: Option) => ReactNode;
  /** Key of the option that is chosen now. */
  readonly chosen: string;
  readonly onChoose: (option: Option) => void;
}

interface OptionGroupsProps<Option> extends OptionMethods<Option> {
  /** Name of the options without a heading. */
  readonly title: string;
  readonly groups: readonly OptionGroup<Option>[];
  /** Index of the highlighted option among those of all groups. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The options in their groups; a group with a title says how many it holds. */
export function OptionGroups<Option>({ title, groups, ...rest }: OptionGroupsProps<Option>) {
  const startOf = (groupIndex: number) =>
    groups.slice(0, groupIndex).reduce((sum, group) => sum + group.options.length, 0);
  return groups.map((group, groupIndex) => (
    <fieldset key={group.title ?? groupIndex} className={styles.group} aria-label={group.title ?? title}>
      {group.title !== null && (
        <p className={styles.heading} aria-hidden="true">
          {group.title} <span>{group.options.length}</span>
        </p>
      )}
      {group.options.map((option, optionIndex) => (
        <OptionRow
          key={rest.keyOf(option)}
          option={option}
          index={startOf(groupIndex) + optionIndex}
          {...rest}
        />
      ))}
    </fieldset>
  ));
}

interface OptionRowProps<Option> extends Omit<OptionGroupsProps<Option>, 'title' | 'groups'> {
  readonly option: Option;
  readonly index: number;
}

function OptionRow<Option>(props: OptionRowProps<Option>) {
  const { option, index, active, optionId, keyOf, draw, chosen, onChoose, onKeyDown } = props;
  const isActive = index === active;
  return (
    <div
      id={optionId(index)}
      className={isActive ? `${styles.option} ${styles.active}` : styles.option}
      role="option"
      aria-selected={isActive}
      aria-current={keyOf(option) === chosen ? 'true' : undefined}
      tabIndex={-1}
      onClick={() => onChoose(option)}
      onKeyDown={onKeyDown}
    >
      {draw(option)}
      {isActive && <kbd aria-hidden="true">Enter</kbd>}
    </div>
  );
}
