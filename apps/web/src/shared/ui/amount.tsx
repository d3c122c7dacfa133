import type { CSSProperties } from 'react';
import { splitAmount } from '../format/split-amount.ts';
import { classNames } from './class-names.ts';
import styles from './amount.module.css';

interface AmountProps {
  /** Decimal text, without exponent, as it is shown. */
  readonly amount: string;
  /** The exact amount where what is shown is rounded. */
  readonly exact?: string;
  readonly unit: string;
  readonly size: 'fitted' | 40 | 28 | 16 | 14;
  /** Put before it, for example `+`. */
  readonly sign?: string;
  readonly className?: string | undefined;
}

/**
 * An amount with its significant part larger than the rest. The exact amount, ungrouped, stands in `title` and
 * `data-amount`.
 */
export function Amount({ amount, exact = amount, unit, size, sign = '', className }: AmountProps) {
  const { main, rest } = splitAmount(amount);
  const isFitted = size === 'fitted';
  return (
    <span
      className={classNames(styles.amount, isFitted ? styles.fitted : styles[`size${size}`], className)}
      style={isFitted ? ({ '--digits': widthInDigits(main, rest, unit) } as CSSProperties) : undefined}
      title={`${exact} ${unit}`}
      data-amount={exact}
    >
      {sign}
      {main}
      {rest !== '' && <span className={styles.rest}>{rest}</span>} <span className={styles.unit}>{unit}</span>
    </span>
  );
}

/** How wide an amount is, in digits of its main part: the rest is set at half its size, the unit at four tenths. */
function widthInDigits(main: string, rest: string, unit: string): number {
  return main.length + rest.length * 0.5 + (unit.length + 1) * 0.5;
}
