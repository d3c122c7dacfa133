import type { ReactNode } from 'react';
import styles from './steps.module.css';

interface OptionButtonProps {
  readonly title: ReactNode;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  /** The one to take without a thought: it stands first, on a line of its own. */
  readonly recommended?: boolean;
  readonly children?: ReactNode;
}

/** One answer of a few: choosing it is answering. */
export function OptionButton({ title, chosen, onChoose, recommended = false, children }: OptionButtonProps) {
  return (
    <button
      type="button"
      className={styles.option}
      data-recommended={recommended}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <b>{title}</b>
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
