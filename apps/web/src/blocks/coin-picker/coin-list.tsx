import type { CoinItem } from '@openlode/contracts/http/coins';
import type { ReactNode, RefObject } from 'react';
import styles from './coin-picker.module.css';
import { SectionOfCoins } from './section-of-coins.tsx';
import type { CoinListState } from './use-coin-list.ts';
import type { Highlight } from './use-highlight.ts';

interface CoinListProps {
  readonly id: string;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly compact: boolean;
  readonly coins: CoinListState;
  readonly highlight: Highlight;
  readonly optionId: (index: number) => string;
  /** Symbol of the current coin. */
  readonly chosen: string;
  readonly isOffered: (coin: CoinItem) => boolean;
  readonly onChoose: (symbol: string) => void;
  /** Stands above the sections: what some of them mean; null for nothing. */
  readonly note: string | null;
  /** Stands below the sections: why there are none. */
  readonly children: ReactNode;
}

/** The sections of coins. */
export function CoinList(props: CoinListProps) {
  const { id, list, compact, coins, highlight, optionId, chosen, isOffered, onChoose, note, children } =
    props;
  const firstCategory = coins.sections.find(({ folds }) => folds);
  return (
    // On a phone the list takes the focus in place of the search box, and with it the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={list}
      id={id}
      className={compact ? `${styles.list} ${styles.compact}` : styles.list}
      role="group"
      aria-label="Coins and tokens"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target === list.current) highlight.handleKeyDown(event);
      }}
    >
      {note !== null && <p className={styles.note}>{note}</p>}
      {coins.sections.map((section) => (
        <SectionOfCoins
          key={section.title}
          section={section}
          isFirstCategory={section === firstCategory}
          active={highlight.active}
          optionId={optionId}
          chosen={chosen}
          isOffered={isOffered}
          text={coins.text}
          onToggle={() => {
            coins.toggle(section.title);
            highlight.moveToFirst();
          }}
          onChoose={onChoose}
        />
      ))}
      {children}
    </div>
  );
}
