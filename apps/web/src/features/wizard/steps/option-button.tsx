import type { ReactNode } from 'react';
import styles from './steps.module.css';

interface OptionButtonProps {
  readonly title: ReactNode;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children?: ReactNode;
}

/** One answer of a few: choosing it is answering. */
export function OptionButton({ title, chosen, onChoose, children }: OptionButtonProps) {
  return (
    <button type="button" className={styles.option} aria-pressed={chosen} onClick={onChoose}>
      <b>{title}</b>
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
