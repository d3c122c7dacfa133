import styles from './skeleton.module.css';

/** A block in the shape of what comes: `width` in CSS lengths, `line` the height of a line of that size. */
export function Skeleton({
  width,
  line = 14,
}: {
  readonly width: string;
  readonly line?: 12 | 14 | 16 | 20 | 28 | 40;
}) {
  return (
    <span className={styles.line} style={{ height: `var(--l-${line})` }} aria-hidden="true">
      <span className={styles.block} style={{ width, height: `var(--t-${line})` }} />
    </span>
  );
}
