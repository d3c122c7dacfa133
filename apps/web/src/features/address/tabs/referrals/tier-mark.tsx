import styles from './tier-mark.module.css';

const layers = 4;

/** A block of rock with as many copper layers as the tier is high. */
export function TierMark({ tier }: { readonly tier: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 40 40" role="img" aria-label={`Tier ${tier}`}>
      {Array.from({ length: layers }, (_, index) => (
        <path
          // The layers are always the same four.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          d={`M${4 + 2 * index} ${30 - 8 * index}h${32 - 4 * index}l2 6H${2 + 2 * index}z`}
          className={index <= tier ? styles.filled : styles.bare}
        />
      ))}
    </svg>
  );
}
