import { tiers as catalogue } from '@openlode/catalogue/tiers';
import { Carousel } from './carousel.tsx';
import type { TierInfo } from './referrals-api.ts';
import styles from './referrals-page.module.css';

/** The levels of custom codes, one after the other, each with its fee chart. */
export function TierCarousel({ tiers }: { readonly tiers: readonly TierInfo[] }) {
  const slides = tiers.map((tier) => ({
    name: tier.name,
    content: (
      <>
        <h3>
          Tier {tier.code}: {tier.name}
        </h3>
        <p>{`${tier.minimum_active} or more`} active miners</p>
        <FeeChart tier={tier} />
      </>
    ),
  }));
  return <Carousel title="Tiers of custom codes" label="Tiers" slides={slides} className={styles.tier} />;
}

/** The bars illustrate the split (`displaySplit` of the catalogue); what is credited is in the words beside them. */
function FeeChart({ tier }: { readonly tier: TierInfo }) {
  const split = catalogue[tier.code]?.displaySplit ?? { fee: 1, referredMiner: 1 };
  return (
    <figure className={styles.chart}>
      <svg
        viewBox="0 0 25 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        data-split={`${split.fee}/${split.referredMiner}`}
      >
        <rect width={split.fee} height="4" className={styles.fee} />
        <rect x={split.fee} width={split.referredMiner} height="4" className={styles.back} />
      </svg>
      <figcaption>
        <span className={styles.ofMiner}>The referred miner gets back {tier.miner_percentage}%</span>
        <span className={styles.ofFee}>
          You earn {tier.owner_percentage}% of each reward and the pool keeps {tier.platform_percentage}%. The
          bar is not to scale.
        </span>
      </figcaption>
    </figure>
  );
}
