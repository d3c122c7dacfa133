import type { ReactNode } from 'react';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './simulated-note.module.css';

/** Says above figures of the demo fleet that they are simulated. */
export function SimulatedNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Tag>Simulated</Tag> {children}
    </p>
  );
}
