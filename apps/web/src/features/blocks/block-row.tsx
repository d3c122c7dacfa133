import type { BlockItem } from '@openlode/contracts/http/blocks';
import { groupThousands } from '../../shared/format/split-amount.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { StateMark } from '../../shared/ui/state-mark.tsx';
import styles from './block-row.module.css';
import { blockWords, chainWords, percentWords } from './block-words.ts';

interface BlockRowProps {
  readonly block: BlockItem;
  /** Of its algorithm. */
  readonly algorithm: string;
}

/** A block: what became of it, where it stands, what it paid and how long its search was. */
export function BlockRow({ block, algorithm }: BlockRowProps) {
  const { state, word, sentence } = blockWords(block);
  return (
    <li className={styles.block} data-block={block.hash}>
      <p className={styles.state}>
        <StateMark state={state}>{word}</StateMark>
      </p>
      <p className={styles.where}>
        <b>
          {chainWords(block.chain)}{' '}
          <span className={styles.height}>#{groupThousands(String(block.height))}</span>
        </b>
        <span>
          {algorithm} <code title={block.hash}>{trimAddress(block.hash, 9)}</code>
        </span>
      </p>
      <Rewards rewards={block.rewards} isLost={state === 'error' && block.state !== 'reorganised'} />
      <p className={styles.effort}>
        {block.effort === null ? (
          <span className={styles.quiet}>Effort not recorded</span>
        ) : (
          <span title="The work of this search, as a part of what a block takes on average">
            {percentWords(block.effort)} <span className={styles.quiet}>effort</span>
          </span>
        )}
      </p>
      <p className={styles.time}>
        <RelativeTime at={block.timestamp} />
        <span>
          by a miner of <CoinLogo symbol={block.finder_coin} size="text" lazy /> {block.finder_coin}
        </span>
      </p>
      <p className={styles.sentence}>{sentence}</p>
    </li>
  );
}

/** One line for each coin that the block pays in; what is lost is struck through. */
function Rewards({ rewards, isLost }: { readonly rewards: BlockItem['rewards']; readonly isLost: boolean }) {
  if (rewards.length === 0)
    return (
      <p className={styles.rewards}>
        <span className={styles.quiet}>{isLost ? 'No reward' : 'Reward not known yet'}</span>
      </p>
    );
  return (
    <ul className={styles.rewards} aria-label={isLost ? 'Rewards that were lost' : 'Rewards'}>
      {rewards.map(({ coin, amount }) => (
        <li key={coin} data-lost={isLost}>
          <Amount amount={amount} unit={coin} size={16} />
        </li>
      ))}
    </ul>
  );
}
