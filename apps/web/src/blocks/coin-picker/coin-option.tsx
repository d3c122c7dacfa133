import type { CoinItem } from '@openlode/contracts/http/coins';
import { whyNotPaid } from '@openlode/contracts/why-not-paid';
import { memo } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './coin-picker.module.css';

interface CoinOptionProps {
  readonly id: string;
  readonly coin: CoinItem;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** False where it is shown, with why it cannot be chosen. */
  readonly isOffered: boolean;
  /** The search text, underlined where it occurs. */
  readonly text: string;
  readonly onChoose: (symbol: string) => void;
}

/** One coin of the list: logo, name, symbol and what is special about it. */
export const CoinOption = memo(function CoinOption(props: CoinOptionProps) {
  const { id, coin, isActive, isChosen, isOffered, text, onChoose } = props;
  return (
    // The focus stays in the search box, which moves the highlight and chooses by Enter.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className={classNames(styles.option, isActive && styles.active, !isOffered && styles.unpaid)}
      role="option"
      aria-selected={isActive}
      aria-disabled={isOffered ? undefined : true}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={-1}
      title={isOffered ? coin.name : whyNotPaid(coin)}
      onClick={() => onChoose(coin.symbol)}
    >
      <CoinLogo symbol={coin.symbol} size={32} lazy />
      <span className={styles.words}>
        <span className={styles.name}>
          <Hit text={coin.name} wanted={text} />
        </span>
        <span className={styles.symbol}>
          <Hit text={coin.symbol} wanted={text} />
          {!coin.paid_here && coin.delisted === 0 && ', not paid here'}
        </span>
      </span>
      {coin.top === 1 && <Tag>New</Tag>}
      {coin.delisted === 1 && <Tag>Delisted</Tag>}
      {isActive && isOffered && <kbd aria-hidden="true">Enter</kbd>}
    </div>
  );
});

function Hit({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return text;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
