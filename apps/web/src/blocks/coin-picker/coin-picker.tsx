import type { CoinGroup } from '@openlode/contracts/http/coins';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { coinGroupsQuery } from '../../shared/api/catalogue-api.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ChipFilter } from '../../shared/ui/chip-filter.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { PickerKeys, PickerSearch, usePickerFocus } from '../../shared/ui/picker-parts.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { type CoinFilter, coinFilters, filterGroups } from './coin-filters.ts';
import { CoinOption } from './coin-option.tsx';
import styles from './coin-picker.module.css';
import { matchCoins, pickCoins, popularCoins } from './match-coins.ts';
import { nextOption } from './next-option.ts';

interface CoinPickerProps {
  /** Symbol of the current coin. */
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
  /** One narrow column: chooses a coin for one purpose, such as a look-up. */
  readonly compact?: boolean;
}

interface Section {
  readonly title: string;
  readonly coins: CoinGroup['list'];
  /** Whether its heading opens and closes it. */
  readonly folds: boolean;
}

const title = 'Choose the coin you are paid in';

/**
 * Every coin: the recent ones, then by category; a search text lists its matches instead. The focus stays in the search
 * box: arrows move the highlight, which starts on the first coin, and Enter chooses it.
 */
export function CoinPicker({ chosen, onChoose, onClose, compact = false }: CoinPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<CoinFilter | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const recent = usePreference('lastCoins');
  const { data, error, refetch } = useQuery(coinGroupsQuery());
  useFailureToast(error);
  const text = typed.trim();
  const sections = sectionsOf(data ?? [], text, filter, recent);
  const total = (data ?? []).reduce((sum, group) => sum + group.list.length, 0);
  const isOpen = (section: Section) => !section.folds || !closed.has(section.title);
  const shown = sections.filter(isOpen).flatMap((section) => section.coins);
  const optionId = (index: number) => `${id}-option-${index}`;
  const choose = useCallback((symbol: string) => onChoose(symbol), [onChoose]);

  // Enter that came before the list: it chooses once the coins are there.
  const enteredEarly = useRef(false);
  const activeSymbol = shown[active]?.symbol;
  useEffect(() => {
    if (!enteredEarly.current || activeSymbol === undefined) return;
    enteredEarly.current = false;
    choose(activeSymbol);
  }, [activeSymbol, choose]);

  usePickerFocus(input, list);

  function reset() {
    enteredEarly.current = false;
    setActive(0);
    list.current?.scrollTo({ top: 0 });
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      enteredEarly.current = data === undefined;
      if (activeSymbol !== undefined) onChoose(activeSymbol);
      return;
    }
    // In a text the sideways arrows move the caret.
    const keys = text === '' ? ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp'];
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    const elements = [...(list.current?.querySelectorAll('[role=option]') ?? [])];
    const boxes = elements.map((element) => element.getBoundingClientRect());
    // The matches of a text are in the order of their fit: down and up go through all of them, however many stand in a row.
    const next =
      text === ''
        ? nextOption(boxes, active, event.key)
        : Math.min(Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1)), boxes.length - 1);
    setActive(next);
    elements[next]?.scrollIntoView({ block: 'nearest' });
  }

  function toggle(section: Section) {
    const next = new Set(closed);
    if (!next.delete(section.title)) next.add(section.title);
    setClosed(next);
    setActive(0);
  }

  const startOf = (section: Section) =>
    sections
      .slice(0, sections.indexOf(section))
      .filter(isOpen)
      .reduce((sum, { coins }) => sum + coins.length, 0);

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
          activeId={shown.length === 0 ? undefined : optionId(active)}
          placeholder={total === 0 ? 'Search coins' : `Search ${total} coins`}
          matches={text === '' || data === undefined ? null : shown.length}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            reset();
          }}
          onKeyDown={handleKeyDown}
        />
      }
    >
      {/* Tags narrow the whole list; a text looks through all of it, so they go away meanwhile. */}
      {text === '' && (
        <div className={styles.filters}>
          <ChipFilter
            label="Filter the coins"
            options={coinFilters}
            chosen={filter}
            onChange={(next) => {
              setFilter(next);
              reset();
            }}
          />
        </div>
      )}
      {/* On a phone the list takes the focus in place of the search box, and with it the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        id={`${id}-list`}
        className={compact ? `${styles.list} ${styles.compact}` : styles.list}
        role="group"
        aria-label="Coins and tokens"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.target === list.current) handleKeyDown(event);
        }}
      >
        {sections.map((section) => {
          const open = isOpen(section);
          const start = startOf(section);
          const isFirstCategory = section.folds && sections.find(({ folds }) => folds) === section;
          return (
            <section key={section.title} className={styles.section}>
              {isFirstCategory && <h2 className={styles.all}>{`All coins & tokens`}</h2>}
              {section.folds ? (
                <h3>
                  <button
                    type="button"
                    className={styles.fold}
                    aria-expanded={open}
                    onClick={() => toggle(section)}
                  >
                    <Icon name={open ? 'caret' : 'next'} />
                    {section.title} <span>{section.coins.length}</span>
                  </button>
                </h3>
              ) : (
                <h2 className={styles.heading}>{section.title}</h2>
              )}
              {open && (
                <div role="listbox" aria-label={section.title} className={styles.options}>
                  {section.coins.map((coin, index) => (
                    <CoinOption
                      key={coin.symbol}
                      id={optionId(start + index)}
                      coin={coin}
                      isActive={start + index === active}
                      isChosen={coin.symbol === chosen}
                      text={text}
                      onChoose={choose}
                    />
                  ))}
                </div>
              )}
            </section>
          );
        })}
        {sections.length === 0 && data !== undefined && (
          <div className={styles.empty} role="status">
            <p>{text === '' ? 'No coin has this tag.' : 'No coin has that name or symbol.'}</p>
            <Button
              onClick={() => {
                setTyped('');
                setFilter(null);
                input.current?.focus();
              }}
            >
              Show all coins
            </Button>
          </div>
        )}
        {data === undefined && error !== null && (
          <div className={styles.empty} role="alert">
            <p>{failureText(error)}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )}
        {data === undefined && error === null && (
          <div className={styles.empty} role="status">
            <p>Loading coins...</p>
            <Skeleton width="240px" line={16} />
            <Skeleton width="180px" line={16} />
          </div>
        )}
      </div>
      <PickerKeys>
        <span className={styles.promise}>Every coin is paid from any algorithm.</span>
      </PickerKeys>
    </Modal>
  );
}

function sectionsOf(
  groups: readonly CoinGroup[],
  text: string,
  filter: CoinFilter | null,
  recent: readonly string[],
): readonly Section[] {
  if (text !== '') {
    const coins = [...matchCoins(groups, text)];
    if (coins.length === 0) return [];
    return [
      { title: coins.length === 1 ? '1 coin matches' : `${coins.length} coins match`, coins, folds: false },
    ];
  }
  const filtered = filterGroups(groups, filter);
  const viewed = [...pickCoins(filtered, recent)];
  const popular = filter === null ? [...pickCoins(groups, popularCoins)] : [];
  return [
    ...(viewed.length === 0 ? [] : [{ title: 'Recently viewed', coins: viewed, folds: false }]),
    ...(popular.length === 0 ? [] : [{ title: 'Popular', coins: popular, folds: false }]),
    ...filtered.map((group) => ({ title: group.category, coins: group.list, folds: true })),
  ];
}
