import type { CoinItem } from '@openlode/contracts/http/coins';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../shared/api/api-error.ts';
import { coinGroupsQuery } from '../../shared/api/catalogue-api.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { OptionPicker } from '../../shared/ui/option-picker.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './coin-picker.module.css';
import { matchCoins, pickCoins } from './match-coins.ts';

interface CoinPickerProps {
  /** Symbol of the current coin. */
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
}

/** The list of every coin: the recent ones, then by category; a search text lists its matches instead. */
export function CoinPicker({ chosen, onChoose, onClose }: CoinPickerProps) {
  const recent = usePreference('lastCoins');
  const { data, error, refetch } = useQuery(coinGroupsQuery());
  const groups = data ?? [];

  function groupsFor(text: string) {
    if (text !== '') return [{ title: null, options: matchCoins(groups, text) }];
    return [
      { title: 'Recently viewed', options: pickCoins(groups, recent) },
      ...groups.map((group) => ({ title: group.category, options: group.list })),
    ];
  }

  return (
    <OptionPicker
      title="Choose the coin you are paid in"
      placeholder="Paid in… search by name or symbol"
      groupsFor={groupsFor}
      keyOf={keyOf}
      draw={drawCoin}
      chosen={chosen}
      onChoose={(coin) => onChoose(coin.symbol)}
      onClose={onClose}
      empty={
        data !== undefined ? (
          'No coin has that name or symbol.'
        ) : error === null ? (
          'Loading coins...'
        ) : (
          <div className={styles.failed}>
            <p>{failureText(error)}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )
      }
    />
  );
}

const keyOf = (coin: CoinItem) => coin.symbol;

function drawCoin(coin: CoinItem) {
  return (
    <>
      <CoinLogo symbol={coin.symbol} size={32} lazy />
      <span className={styles.words}>
        <span className={styles.name}>{coin.name}</span>
        <span className={styles.symbol}>{coin.symbol}</span>
      </span>
      {coin.top === 1 && <Tag>New</Tag>}
      {coin.delisted === 1 && <Tag>Delisted</Tag>}
    </>
  );
}
