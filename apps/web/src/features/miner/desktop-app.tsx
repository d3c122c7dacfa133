import { Link } from '@tanstack/react-router';
import { Card } from '../../shared/ui/card.tsx';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import styles from './miner-page.module.css';
import type { Release } from './releases-api.ts';

const promises = [
  {
    icon: 'person',
    title: 'Built for everyone',
    text: 'Give it a payout address. No command line, no configuration files.',
  },
  {
    icon: 'rig',
    title: 'Detects your hardware',
    text: 'It finds the cards and processors of the machine and picks what runs on them.',
  },
  {
    icon: 'clock',
    title: 'Runs unattended',
    text: 'It starts with Windows and starts a program again that stopped.',
  },
] as const;

interface DesktopAppProps {
  /** The newest first, as they are listed below. */
  readonly releases: readonly Release[];
  readonly current: Release;
}

/** What the app does, its files, and what changed in each release. */
export function DesktopApp({ releases, current }: DesktopAppProps) {
  return (
    <>
      <ul className={styles.tiles} aria-label="The desktop app">
        {promises.map(({ icon, title, text }) => (
          <li key={title}>
            <LateIcon name={icon} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Card title={`Desktop app ${current.version}`}>
        <ul className={styles.files}>
          {current.files.map((file) => (
            <FileRow key={file.variant} file={file} />
          ))}
        </ul>
      </Card>
      <Card title="Changelog">
        <ol className={styles.changes}>
          {releases.map((release) => (
            <Entry key={release.version} release={release} />
          ))}
        </ol>
      </Card>
    </>
  );
}

function FileRow({ file }: { readonly file: Release['files'][number] }) {
  return (
    <li>
      <div>
        <h3>{file.variant === 'base' ? 'Base' : 'With miner files'}</h3>
        <p>
          {file.os_detail}, {file.type}
          {file.size !== null && `, ${(file.size / 1_000_000).toFixed(1)} MB`}
        </p>
        {file.sha256 !== null && <code className={styles.sum}>SHA-256 {file.sha256}</code>}
      </div>
      {file.url === null ? (
        <p className={styles.unpublished}>Not published by this pool</p>
      ) : (
        <a href={file.url} download>
          {file.name}
        </a>
      )}
    </li>
  );
}

function Entry({ release }: { readonly release: Release }) {
  return (
    <li>
      <h3>
        {release.version}
        {release.current && <span className={styles.current}>current</span>}
      </h3>
      <p className={styles.built}>
        {release.build_date === null ? 'Build date not recorded' : `Built ${release.build_date}`}
      </p>
      <ul className={styles.list}>
        {release.change_list.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {release.issues.length > 0 && (
        <p>
          If something goes wrong:{' '}
          {release.issues.map(({ slug, title }, index) => (
            <span key={slug}>
              {index > 0 && ', '}
              <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug }}>
                {title}
              </Link>
            </span>
          ))}
        </p>
      )}
    </li>
  );
}
