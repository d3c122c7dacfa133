import type { LiveVersion } from '@openlode/contracts/live/events';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getJson } from '../../shared/api/get-json.ts';
import { site } from '../../shared/api/site.ts';
import { useLiveEvent } from '../../shared/live/use-live-event.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { isNewer } from './is-newer.ts';
import { ReachBanner } from './reach-banner.tsx';
import { TitleReveal } from './title-reveal.tsx';
import styles from './page-banners.module.css';

const returnsAfterMs = 30 * 24 * 60 * 60_000;

/** What sticks to the bottom of every page while it lasts; it pushes nothing. */
export function PageBanners({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.banners}>
      <ReachBanner />
      <ReloadBanner />
      {children}
      <TitleReveal />
    </div>
  );
}

/** A newer release shows it, told by the call or by the socket; the socket may also force it. */
function ReloadBanner() {
  const own = site().version;
  const [reported, setReported] = useState<LiveVersion | null>(null);
  const { data } = useQuery({
    queryKey: ['site-version'],
    queryFn: ({ signal }) => getJson<string>('/v3/site/version', signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
  useLiveEvent('version', (version) => {
    if (version.p === 'web') setReported(version);
  });
  const isOld =
    (typeof data === 'string' && isNewer(data, own)) || (reported !== null && isNewer(reported.v, own));
  if (!isOld && reported?.f !== true) return null;
  return (
    <div className={styles.banner} role="alert">
      <Icon name="warning" />
      <p>There is a newer version of the website, please reload to get the latest update!</p>
      <Button kind="primary" small onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}

/** At the end of the content, where it covers nothing. */
export function WarningBanner() {
  const closedAt = usePreference('warningClosedAt');
  const [now] = useState(() => Date.now());
  if (closedAt !== null && now - closedAt <= returnsAfterMs) return null;
  return (
    <aside className={`${styles.banner} ${styles.lasting}`} aria-label="Warning">
      <Icon name="warning" />
      <p>
        <strong>We never message you first.</strong> We never ask for a seed phrase, a private key or a fee.
      </p>
      <IconButton
        label="Close the warning"
        onClick={() => changePreferences((old) => ({ ...old, warningClosedAt: Date.now() }))}
      >
        <Icon name="close" />
      </IconButton>
    </aside>
  );
}
