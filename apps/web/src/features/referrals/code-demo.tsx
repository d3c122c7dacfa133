import { feeSplits } from '@openlode/catalogue/tiers';
import { Carousel } from './carousel.tsx';
import styles from './referrals-page.module.css';

const views = [
  {
    name: 'With a code',
    user: 'DOGE:ADDRESS.worker#CODE',
    words: `With an ordinary code the miner pays 0.75% instead of 1%, and its owner earns ${feeSplits.withCode.ownerPercentage}% of the reward.`,
  },
  {
    name: 'Without a code',
    user: 'DOGE:ADDRESS.worker',
    words: `The miner pays the full ${feeSplits.withoutCode.platformPercentage}% and the pool keeps all of it.`,
  },
] as const;

const slides = views.map(({ name, user, words }) => ({
  name,
  content: (
    <>
      <code>{user}</code>
      <p>{words}</p>
    </>
  ),
}));

/** The same user string with and without a code, in turn. */
export function CodeDemo() {
  return (
    <Carousel
      title="What a code changes"
      label="With and without a code"
      slides={slides}
      className={styles.demo}
    />
  );
}
