import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { type KeyboardEvent, useState } from 'react';
import {
  type AlgorithmFilter,
  algorithmFilters,
  filterAlgorithms,
} from '../../blocks/algorithm-picker/algorithm-filters.ts';
import { isMinable } from '../../blocks/algorithm-picker/is-minable.ts';
import { AlgorithmMarks } from '../../blocks/algorithm-picker/algorithm-marks.tsx';
import { ChipFilter } from '../../shared/ui/chip-filter.tsx';
import { ScrollStrip } from '../../shared/ui/scroll-strip.tsx';
import styles from './algorithm-strip.module.css';

interface AlgorithmStripProps {
  readonly algorithms: readonly AlgorithmItem[];
  /** Code of the algorithm that is shown. */
  readonly chosen: string;
  readonly onChoose: (algorithm: string) => void;
  /** Id of what the tabs change. */
  readonly panelId: string;
}

export const algorithmTabId = (algorithm: string) => `algorithm-${algorithm}`;

/** Every algorithm as a tab, narrowed by kind of machine. One stop for Tab; arrows move and choose. */
export function AlgorithmStrip({ algorithms, chosen, onChoose, panelId }: AlgorithmStripProps) {
  const [filter, setFilter] = useState<AlgorithmFilter | null>(null);
  const shown = filterAlgorithms(algorithms, filter);
  const stop = shown.some(({ code }) => code === chosen) ? chosen : shown[0]?.code;

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[moves[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.click();
  }

  return (
    <div className={styles.algorithms}>
      <div className={styles.line}>
        <ChipFilter
          label="Filter the algorithms"
          options={algorithmFilters}
          chosen={filter}
          onChange={setFilter}
        />
        <p className={styles.count} role="status">
          {shown.length === 1 ? '1 algorithm' : `${shown.length} algorithms`}
        </p>
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>No algorithm of this kind is offered here at the moment.</p>
      ) : (
        <ScrollStrip what="algorithms" selectedId={algorithmTabId(chosen)}>
          <div
            className={styles.tabs}
            role="tablist"
            aria-label="Algorithm"
            tabIndex={-1}
            onKeyDown={handleKeyDown}
          >
            {shown.map((algorithm) => (
              <button
                key={algorithm.code}
                type="button"
                id={algorithmTabId(algorithm.code)}
                role="tab"
                aria-selected={algorithm.code === chosen}
                aria-controls={panelId}
                tabIndex={algorithm.code === stop ? 0 : -1}
                onClick={() => onChoose(algorithm.code)}
              >
                <span className={styles.name}>
                  {algorithm.name}
                  <AlgorithmMarks algorithm={algorithm} />
                </span>
                <span className={styles.terms}>{shortTerms(algorithm)}</span>
              </button>
            ))}
          </div>
        </ScrollStrip>
      )}
    </div>
  );
}

/** `RVN, 6 GB`; what cannot be mined here says so. */
function shortTerms(algorithm: AlgorithmItem): string {
  const types = [algorithm.typeCode, ...algorithm.additionalTypes].map((type) => type.toUpperCase());
  const memory = algorithm.minimumVramRequirement?.replace('GB', ' GB');
  return [
    algorithm.symbol,
    ...types.filter((type) => type !== 'GPU' || memory === undefined),
    memory,
    isMinable(algorithm) ? undefined : algorithm.work === 'simulated' ? 'simulated' : 'unavailable',
  ]
    .filter((word) => word !== undefined)
    .join(', ');
}
