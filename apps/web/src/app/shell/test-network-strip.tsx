import styles from './sandbox-strip.module.css';

/** Says on every page of a pool on test networks that its coins have no value. It cannot be closed. */
export function TestNetworkStrip() {
  return (
    <aside className={styles.strip} aria-label="Test network">
      <div className="wrap">
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <path d="M-2 12 10 0M4 12 16 0M10 12 22 0M16 12 28 0" stroke="currentColor" strokeWidth="2" />
        </svg>
        <p>
          <strong>Test network.</strong> The coins that are mined here are those of test networks and have no
          value.
        </p>
      </div>
    </aside>
  );
}
