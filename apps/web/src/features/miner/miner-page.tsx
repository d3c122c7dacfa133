import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureText } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DesktopApp } from './desktop-app.tsx';
import styles from './miner-page.module.css';
import { releasesQuery } from './releases-api.ts';
import { WithoutApp } from './without-app.tsx';

/** The guided setup, and the desktop app or what exists in its place. */
export function MinerPage() {
  const { data, error, refetch } = useQuery(releasesQuery());
  // Only the operator can publish the app; without a file there is nothing to describe.
  const published = data?.find((release) => release.current && release.files.some(({ url }) => url !== null));
  return (
    <PlainPage
      page={sitePages.start}
      lead="Answer a few questions and get the exact command for your hardware."
    >
      <GuidedSetup />
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
      {data !== undefined && published === undefined && <WithoutApp />}
      {data !== undefined && published !== undefined && <DesktopApp releases={data} current={published} />}
    </PlainPage>
  );
}

function GuidedSetup() {
  return (
    <section className={styles.guided} aria-labelledby="guided">
      <div>
        <h2 id="guided">Guided setup</h2>
        <p>
          Coin, address, hardware, then the command to paste, for Windows and Linux. ASIC machines are set up
          on the machine itself:{' '}
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
  );
}
