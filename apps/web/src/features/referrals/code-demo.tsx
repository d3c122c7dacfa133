import { feeSplits } from '@openlode/catalogue/tiers';
import { Card } from '../../shared/ui/card.tsx';
import styles from './referrals-page.module.css';
import { useRotation } from './use-rotation.ts';

const views = [
  {
    name: 'With a code',
    user: 'DOGE:ADDRESS.worker#CODE',
    words: `The miner pays 0.75 % instead of 1 %, and the owner of the code earns ${feeSplits.withCode.ownerPercentage} % of the reward.`,
  },
  {
    name: 'Without a code',
    user: 'DOGE:ADDRESS.worker',
    words: `The miner pays the whole ${feeSplits.withoutCode.platformPercentage} % and nobody earns a part of it.`,
  },
] as const;

/** The same user string with and without a code, in turn. */
export function CodeDemo() {
  const { at, setAt, moves, hold } = useRotation(views.length);
  const view = views[at] ?? views[0];
  return (
    <Card title="What a code changes">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is only held still, nothing is operated */}
      <section {...hold} aria-roledescription="carousel" aria-label="With and without a code">
        <div className={styles.dots}>
          {views.map((each, index) => (
            <button
              key={each.name}
              type="button"
              aria-current={index === at ? 'true' : undefined}
              onClick={() => setAt(index)}
            >
              {each.name}
            </button>
          ))}
        </div>
        <div className={styles.demo} aria-live={moves ? 'off' : 'polite'}>
          <code>{view.user}</code>
          <p>{view.words}</p>
        </div>
      </section>
    </Card>
  );
}
