import type { CoinGroup } from '@openlode/contracts/http/coins';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { coinGroupsQuery } from '../../shared/api/catalogue-api.ts';
import { ChipFilter } from '../../shared/ui/chip-filter.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { PickerKeys, PickerSearch, usePickerFocus } from '../../shared/ui/picker-parts.tsx';
import { type CoinFilter, coinFilters } from './coin-filters.ts';
import { CoinList } from './coin-list.tsx';
import styles from './coin-picker.module.css';
import { CoinsAwaited, NoCoinFound } from './coins-missing.tsx';
import { useCoinList } from './use-coin-list.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useHighlight } from './use-highlight.ts';

interface CoinPickerProps {
  /** Symbol of the current coin. */
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
  /** One narrow column: chooses a coin for one purpose, such as a look-up. */
  readonly compact?: boolean;
  /** Whether miners are to be paid in it: then what the pool does not pay is shown and cannot be chosen. */
  readonly forPayouts?: boolean;
}

const title = 'Choose the coin you are paid in';

/**
 * Every coin: the recent ones, then by category; a search text lists its matches instead. The focus stays in the search
 * box: arrows move the highlight, which starts on the first coin, and Enter chooses it.
 */
export function CoinPicker(props: CoinPickerProps) {
  const { chosen, onClose, compact = false, forPayouts = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(coinGroupsQuery());
  useFailureToast(error);
  const offer = offerOf(data ?? [], forPayouts);
  const onChoose = (symbol: string): void => (offer.unpaid.has(symbol) ? undefined : props.onChoose(symbol));
  const coins = useCoinList(data ?? []);
  const { text, shown } = coins;
  const highlight = useHighlight({
    list,
    coins: data === undefined ? undefined : shown,
    isSearching: text !== '',
    onChoose,
  });
  usePickerFocus(input, list);
  const optionId = (index: number) => `${id}-option-${index}`;

  return (
    <Modal
      title={title}
      onClose={onClose}
      wide={!compact}
      head={
        <PickerSearch
          input={input}
          title={title}
          listId={`${id}-list`}
          activeId={shown.length === 0 ? undefined : optionId(highlight.active)}
          placeholder={placeholderFor(data ?? [])}
          matches={text === '' || data === undefined ? null : shown.length}
          value={coins.typed}
          onChange={(next) => {
            coins.setTyped(next);
            highlight.restart();
          }}
          onKeyDown={highlight.handleKeyDown}
        />
      }
    >
      {text === '' && (
        <TagFilter
          chosen={coins.filter}
          onChoose={(filter) => {
            coins.setFilter(filter);
            highlight.restart();
          }}
        />
      )}
      <CoinList
        id={`${id}-list`}
        list={list}
        compact={compact}
        coins={coins}
        highlight={highlight}
        optionId={optionId}
        chosen={chosen}
        isOffered={({ symbol }) => !offer.unpaid.has(symbol)}
        onChoose={onChoose}
        note={offer.note}
      >
        {data === undefined && <CoinsAwaited error={error} onRetry={() => void refetch()} />}
        {data !== undefined && coins.sections.length === 0 && (
          <NoCoinFound
            text={text}
            onShowAll={() => {
              coins.showAll();
              input.current?.focus();
            }}
          />
        )}
      </CoinList>
      <PickerKeys>
        <span className={styles.promise}>{offer.promise}</span>
      </PickerKeys>
    </Modal>
  );
}

function placeholderFor(groups: readonly CoinGroup[]): string {
  const total = groups.reduce((sum, group) => sum + group.list.length, 0);
  return total === 0 ? 'Search coins' : `Search ${total} coins`;
}

interface Offer {
  /** Symbols of the coins that are shown and cannot be chosen. */
  readonly unpaid: ReadonlySet<string>;
  /** Why they cannot; null where there are none. */
  readonly note: string | null;
  readonly promise: string;
}

/** What of the list can be chosen: where miners are to be paid in it, only what the pool pays. */
function offerOf(groups: readonly CoinGroup[], forPayouts: boolean): Offer {
  const all = groups.flatMap(({ list }) => list);
  const unpaid = new Set(
    forPayouts ? all.flatMap(({ symbol, paid_here: isPaid }) => (isPaid ? [] : [symbol])) : [],
  );
  if (unpaid.size === 0) return { unpaid, note: null, promise: 'Every coin is paid from any algorithm.' };
  return {
    unpaid,
    note: `This pool pays ${all.length - unpaid.size} of ${all.length} coins. The others cannot be chosen; each says why.`,
    promise: 'Each of these is paid from any algorithm.',
  };
}

interface TagFilterProps {
  readonly chosen: CoinFilter | null;
  readonly onChoose: (filter: CoinFilter | null) => void;
}

/** Narrows the whole list to a tag. A text looks through all of it, so the tags go away meanwhile. */
function TagFilter({ chosen, onChoose }: TagFilterProps) {
  return (
    <div className={styles.filters}>
      <ChipFilter label="Filter the coins" options={coinFilters} chosen={chosen} onChange={onChoose} />
    </div>
  );
}
