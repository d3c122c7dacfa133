import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { site } from '../../shared/api/site.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Contact } from '../../shared/ui/contact.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { CodeDemo } from './code-demo.tsx';
import { CodeFinder } from './code-finder.tsx';
import { EarningsCalculator } from './earnings-calculator.tsx';
import { tiersQuery } from './referrals-api.ts';
import styles from './referrals-page.module.css';
import { TierCarousel } from './tier-carousel.tsx';

const creatorAnchor = 'content-creator';

/** How referrals work, the code of an address, and what it earns. */
export function ReferralsPage() {
  const coin = usePreference('coin') ?? site().coin;
  const { data: tiers, error, refetch } = useQuery(tiersQuery());
  const { contact } = site().operator;

  const isWhole = tiers !== undefined || error !== null;

  useEffect(() => {
    if (!isWhole) return;
    // The page comes after the browser has looked for the anchor.
    if (location.hash === `#${creatorAnchor}`) document.getElementById(creatorAnchor)?.scrollIntoView();
  }, [isWhole]);

  return (
    <PlainPage
      page={sitePages.referrals}
      lead="Miners who use your ordinary code pay 0.75% instead of 1%, and you earn 0.25% of their rewards, in your coin. It costs your referrals nothing."
    >
      <CodeFinder key={coin} coin={coin} />
      <div className={styles.columns}>
        <CodeDemo />
        {tiers !== undefined && <TierCarousel tiers={tiers} />}
        {tiers === undefined && error !== null && (
          <Notice
            tone="error"
            title={failureText(error)}
            live="assertive"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
      </div>
      <EarningsCalculator coin={coin} tiers={tiers ?? []} />
      <section id={creatorAnchor} className={styles.creator} aria-labelledby="creator-title">
        <h2 id="creator-title">A code with your name</h2>
        <p>
          Content creators and communities can have a custom code with tiers of its own. Apply by e-mail: say
          who you are, where your audience is, which code you would like, and the address it belongs to.
        </p>
        {contact === null ? (
          <p>The operator of this pool has not published a contact.</p>
        ) : (
          <p className={styles.contact}>
            <Contact text={contact} />
          </p>
        )}
      </section>
    </PlainPage>
  );
}
