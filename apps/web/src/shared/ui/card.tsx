import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** A control at the end of the title's line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A titled region. Never a card in a card. */
export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
