import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One `primary` a view. */
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly small?: boolean;
}

export function Button({ kind = 'secondary', small = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[kind], small && styles.small, className)}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the button does; it is all that a screen reader hears. */
  readonly label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.iconOnly, className)}
    />
  );
}
