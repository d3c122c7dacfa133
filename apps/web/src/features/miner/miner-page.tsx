import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureText } from '../../shared/api/api-error.ts';
import { site } from '../../shared/api/site.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './miner-page.module.css';
import { type Release, releasesQuery } from './releases-api.ts';
import { SandboxCommand } from './sandbox-command.tsx';

const tiles = [
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

/** What exists without the app. */
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

/** The guided setup, and the desktop app or what exists in its place. */
export function MinerPage() {
  const { data, error, refetch } = useQuery(releasesQuery());
  const current = data?.find((release) => release.current);
  // Only the operator can publish the app; without a file there is nothing to describe.
  const isPublished = current?.files.some(({ url }) => url !== null) === true;
  return (
    <PlainPage
      page={sitePages.start}
      lead="Answer a few questions and get the exact command for your hardware."
    >
      <section className={styles.guided} aria-labelledby="guided">
        <div>
          <h2 id="guided">Guided setup</h2>
          <p>
            Coin, address, hardware, then the command to paste, for Windows and Linux. ASIC machines are set
            up on the machine itself:{' '}
            <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'asic-setup' }}>
              ASIC setup
            </Link>
            .
          </p>
        </div>
        <Link to="/wizard" className={styles.enter}>
          Open the wizard
        </Link>
      </section>
      {data === undefined && error === null && (
        <div aria-busy="true">
          <Skeleton width="100%" line={40} />
        </div>
      )}
      {data === undefined && error !== null && (
        <Notice
          tone="error"
          title={failureText(error)}
          live="assertive"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {data !== undefined && !isPublished && (
        <>
          <ul className={styles.tiles}>
            {ways.map(({ icon, title, text, to }) => (
              <li key={title}>
                <Icon name={icon} />
                <h2>
                  <Link to="/support/{-$type}/{-$slug}" params={to}>
                    {title}
                  </Link>
                </h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          {site().sandbox && <SandboxCommand />}
          <p className={styles.unpublished}>This pool publishes no desktop app.</p>
        </>
      )}
      {isPublished && (
        <ul className={styles.tiles} aria-label="The desktop app">
          {tiles.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {current !== undefined && isPublished && (
        <Card title={`Desktop app ${current.version}`}>
          <ul className={styles.files}>
            {current.files.map((file) => (
              <FileRow key={file.variant} file={file} />
            ))}
          </ul>
        </Card>
      )}
      {data !== undefined && isPublished && (
        <Card title="Changelog">
          <ol className={styles.changes}>
            {data.map((release) => (
              <Entry key={release.version} release={release} />
            ))}
          </ol>
        </Card>
      )}
    </PlainPage>
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
