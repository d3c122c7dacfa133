import styles from './chip-filter.module.css';
import { Icon } from './icon.tsx';

interface ChipFilterProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly chosen: Value | null;
  /** Pressing the chosen one releases it. */
  readonly onChange: (next: Value | null) => void;
}

/** Narrows a list to one kind; none pressed shows all of it. */
export function ChipFilter<Value extends string>(props: ChipFilterProps<Value>) {
  return (
    <fieldset className={styles.chips} aria-label={props.label}>
      {props.options.map((option) => {
        const isChosen = option === props.chosen;
        return (
          <button
            key={option}
            type="button"
            aria-pressed={isChosen}
            onClick={() => props.onChange(isChosen ? null : option)}
          >
            {isChosen && <Icon name="check" />}
            {option}
          </button>
        );
      })}
    </fieldset>
  );
}

interface ChipSetProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly chosen: readonly Value[];
  readonly onChange: (next: readonly Value[]) => void;
}

/** Narrows a list to some kinds; none pressed shows all of it. */
export function ChipSet<Value extends string>({ label, options, chosen, onChange }: ChipSetProps<Value>) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {options.map((option) => {
        const isChosen = chosen.includes(option);
        return (
          <button
            key={option}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChange(isChosen ? chosen.filter((other) => other !== option) : [...chosen, option])
            }
          >
            {isChosen && <Icon name="check" />}
            {option}
          </button>
        );
      })}
    </fieldset>
  );
}
