import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { useState } from 'react';
import { usePreference } from '../../shared/storage/preference-store.ts';
import type { CoinFilter } from './coin-filters.ts';
import { buildSections, type PlacedSection, placeSections } from './coin-sections.ts';

export interface CoinListState {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** What was typed, trimmed; empty where nothing is searched for. */
  readonly text: string;
  readonly filter: CoinFilter | null;
  readonly setFilter: (filter: CoinFilter | null) => void;
  readonly sections: readonly PlacedSection[];
  /** The coins of the open sections, in their order. */
  readonly shown: readonly CoinItem[];
  /** Opens or closes the section of this title. */
  readonly toggle: (title: string) => void;
  readonly showAll: () => void;
}

/** What of the catalogue is listed: for the typed text, the tag and the categories that the visitor closed. */
export function useCoinList(groups: readonly CoinGroup[]): CoinListState {
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<CoinFilter | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const recent = usePreference('lastCoins');
  const text = typed.trim();
  const sections = placeSections(buildSections(groups, { text, filter, recent }), closed);
  return {
    typed,
    setTyped,
    text,
    filter,
    setFilter,
    sections,
    shown: sections.flatMap(({ isOpen, coins }) => (isOpen ? coins : [])),
    toggle(title: string) {
      const next = new Set(closed);
      if (!next.delete(title)) next.add(title);
      setClosed(next);
    },
    showAll() {
      setTyped('');
      setFilter(null);
    },
  };
}
