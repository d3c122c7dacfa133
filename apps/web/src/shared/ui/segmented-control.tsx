import { useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, side by side: radio buttons by nature, so that arrows move and a screen reader counts. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.control} aria-label={props.label}>
      {props.options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.value === props.value && <Icon name="check" />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
