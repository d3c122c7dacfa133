import { Link } from '@tanstack/react-router';
import styles from './sandbox-strip.module.css';

/** Says on every page of a sandbox that nothing here is real. It cannot be closed. */
export function SandboxStrip() {
  return (
    <aside className={styles.strip} aria-label="Sandbox">
      <div className="wrap">
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <path d="M-2 12 10 0M4 12 16 0M10 12 22 0M16 12 28 0" stroke="currentColor" strokeWidth="2" />
        </svg>
        <p>
          <strong>Sandbox pool.</strong> Chains, rates and payouts here are simulated and nothing has value.{' '}
          <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'what-the-sandbox-is' }}>
            What is real?
          </Link>
        </p>
      </div>
    </aside>
  );
}
