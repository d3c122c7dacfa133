import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import styles from './miner-page.module.css';
import { PoolServers } from './pool-servers.tsx';
import { SandboxCommand } from './sandbox-command.tsx';

const ways = [
  {
    icon: 'rig',
    title: 'Mining programs',
    text: 'The exact command of each program for each algorithm, on Windows and Linux.',
    to: { type: 'category', slug: 'mining-programs' },
  },
  {
    icon: 'gem',
    title: 'ASIC machines',
    text: 'What to enter on the machine’s own page, and which port suits its size.',
    to: { type: 'article', slug: 'asic-setup' },
  },
  {
    icon: 'person',
    title: 'No wallet yet?',
    text: 'You need a payout address first. Where it comes from and what to check.',
    to: { type: 'article', slug: 'get-a-wallet' },
  },
] as const;

/** The ways to mine on a pool that publishes no desktop app. */
export function WithoutApp() {
  return (
    <>
      <ul className={styles.tiles}>
        {ways.map(({ icon, title, text, to }) => (
          <li key={title}>
            <LateIcon name={icon} />
            <h2>
              <Link to="/support/{-$type}/{-$slug}" params={to}>
                {title}
              </Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <PoolServers />
      {site().sandbox && <SandboxCommand />}
      <p className={styles.unpublished}>This pool publishes no desktop app.</p>
    </>
  );
}
