import type { CoinItem } from '@openlode/contracts/http/coins';
import { Icon } from '../../shared/ui/icon.tsx';
import { CoinOption } from './coin-option.tsx';
import styles from './coin-picker.module.css';
import type { PlacedSection } from './coin-sections.ts';

interface SectionOfCoinsProps {
  readonly section: PlacedSection;
  /** Stands below the heading of all categories. */
  readonly isFirstCategory: boolean;
  /** Index of the highlighted coin among all that are shown. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  /** Symbol of the current coin. */
  readonly chosen: string;
  readonly isOffered: (coin: CoinItem) => boolean;
  /** The search text, underlined where it occurs. */
  readonly text: string;
  readonly onToggle: () => void;
  readonly onChoose: (symbol: string) => void;
}

/** Coins under a heading, which folds them if they are a category. */
export function SectionOfCoins(props: SectionOfCoinsProps) {
  const { section, isFirstCategory, active, optionId, chosen, isOffered, text, onToggle, onChoose } = props;
  return (
    <section className={styles.section}>
      {isFirstCategory && <h2 className={styles.all}>{`All coins & tokens`}</h2>}
      {section.folds ? (
        <h3>
          <button type="button" className={styles.fold} aria-expanded={section.isOpen} onClick={onToggle}>
            <Icon name={section.isOpen ? 'caret' : 'next'} />
            {section.title} <span>{section.coins.length}</span>
          </button>
        </h3>
      ) : (
        <h2 className={styles.heading}>{section.title}</h2>
      )}
      {section.isOpen && (
        <div role="listbox" aria-label={section.title} className={styles.options}>
          {section.coins.map((coin, index) => (
            <CoinOption
              key={coin.symbol}
              id={optionId(section.start + index)}
              coin={coin}
              isActive={section.start + index === active}
              isChosen={coin.symbol === chosen}
              isOffered={isOffered(coin)}
              text={text}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
    </section>
  );
}
