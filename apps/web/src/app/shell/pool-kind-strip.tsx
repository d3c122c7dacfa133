import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import styles from './pool-kind-strip.module.css';

/** Says on every page of a sandbox that nothing here is real, and of a pool on test networks that its coins have no value. It cannot be closed. */
export function PoolKindStrip() {
  const { sandbox, testNetwork } = site();
  if (!sandbox && !testNetwork) return null;
  return (
    <aside className={styles.strip} aria-label={sandbox ? 'Sandbox' : 'Test network'}>
      <div className="wrap">
        <svg viewBox="0 0 24 12" aria-hidden="true">
          <path d="M-2 12 10 0M4 12 16 0M10 12 22 0M16 12 28 0" stroke="currentColor" strokeWidth="2" />
        </svg>
        {sandbox ? (
          <p>
            <strong>Sandbox pool.</strong> Chains, rates and payouts here are simulated and nothing has value.{' '}
            <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'what-the-sandbox-is' }}>
              What is real?
            </Link>
          </p>
        ) : (
          <p>
            <strong>Test network.</strong> The coins that are mined here are those of test networks and have
            no value.
          </p>
        )}
      </div>
    </aside>
  );
}
