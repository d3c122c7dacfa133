import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  /** Set behind the label, in a quieter tone. */
  readonly hint?: string;
  /** The sentence under a wrong field. */
  readonly error?: ReactNode;
  /** The word inside a right one, for example `Valid`. */
  readonly confirmed?: string | undefined;
  /** Set in mono, without the corrections of a phone's keyboard: an address, a name, a code. */
  readonly code?: boolean;
}

const literal = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

export function TextField({ label, hint, error, confirmed, code, className, ...rest }: TextFieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== false;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>
        {label}
        {hint !== undefined && <span className={styles.hint}> {hint}</span>}
      </label>
      <div className={classNames(styles.box, wrong && styles.wrong)}>
        <input
          {...(code === true ? literal : {})}
          {...rest}
          id={id}
          className={code === true ? styles.code : undefined}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-error` : undefined}
        />
        {/* Always there: a screen reader announces what changes in a region, not a region that appears. */}
        <span className={styles.confirmed} role="status">
          {confirmed !== undefined && (
            <>
              <Icon name="check" />
              {confirmed}
            </>
          )}
        </span>
      </div>
      {wrong && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
