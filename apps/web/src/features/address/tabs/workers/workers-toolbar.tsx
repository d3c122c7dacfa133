import { useId } from 'react';
import { changePreferences, usePreference } from '../../../../shared/storage/preference-store.ts';
import { SegmentedControl } from '../../../../shared/ui/segmented-control.tsx';
import { TextField } from '../../../../shared/ui/text-field.tsx';
import {
  firstView,
  type WorkerSort,
  workerSorts,
  type WorkerState,
  workerStates,
  type WorkerView,
} from './worker-view.ts';
import styles from './workers-toolbar.module.css';

interface WorkersToolbarProps {
  readonly view: WorkerView;
  readonly onView: (next: WorkerView) => void;
  /** Workers that the search leaves, by state. */
  readonly counts: Readonly<Record<WorkerState, number>>;
  readonly listed: number;
  readonly loaded: number;
  /** The miner has workers that are not loaded. */
  readonly hasMore: boolean;
}

const stateLabels: Readonly<Record<WorkerState, string>> = {
  all: 'All',
  offline: 'Offline',
  online: 'Online',
  trouble: 'Refused',
};

const sortLabels: Readonly<Record<WorkerSort, string>> = {
  state: 'Offline first',
  name: 'Name',
  rate: 'Hashrate',
  accepted: 'Accepted shares',
  stale: 'Stale shares',
  rejected: 'Rejected shares',
  last: 'Last share',
};

/** Search, state, order and grouping of the workers, and how many are left. */
export function WorkersToolbar({ view, onView, counts, listed, loaded, hasMore }: WorkersToolbarProps) {
  const sortId = useId();
  return (
    <div className={styles.toolbar} role="search" aria-label="Workers">
      <TextField
        className={styles.find}
        label="Find a worker"
        hint="by a part of its name"
        type="search"
        code
        maxLength={64}
        value={view.find}
        onChange={(event) => onView({ ...view, find: event.target.value })}
      />
      <div className={styles.sort}>
        <label htmlFor={sortId}>Sort by</label>
        <select
          id={sortId}
          value={view.sort}
          onChange={(event) => onView({ ...view, sort: event.target.value as WorkerSort, isReversed: false })}
        >
          {workerSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.filters}>
        <SegmentedControl
          label="State"
          options={workerStates
            .filter((state) => state !== 'trouble' || counts.trouble > 0 || view.state === 'trouble')
            .map((state) => ({
              value: state,
              label: `${stateLabels[state]} ${count.format(counts[state])}`,
            }))}
          value={view.state}
          onChange={(state) => onView({ ...view, state })}
        />
        <label className={styles.group}>
          <input
            type="checkbox"
            checked={view.byPrefix}
            onChange={(event) => onView({ ...view, byPrefix: event.target.checked })}
          />
          Group by name
        </label>
      </div>
      <p role="status" className={styles.found}>
        {(view.find.trim() !== '' || view.state !== firstView.state) &&
          `${count.format(listed)} of ${hasMore ? 'the ' : ''}${count.format(loaded)} workers${hasMore ? ' loaded so far. Load more workers to search all of them' : ''}`}
      </p>
    </div>
  );
}

const count = new Intl.NumberFormat('en-US');

/** Span and scale of all charts of the tab. */
export function ChartChoices() {
  const hours = usePreference('chartPeriod');
  const logChart = usePreference('logChart');
  return (
    <div className={styles.choices}>
      <SegmentedControl
        label="Chart period"
        options={[
          { value: '1', label: 'Past hour' },
          { value: '24', label: '24 hours' },
        ]}
        value={hours === 1 ? '1' : '24'}
        onChange={(value) => changePreferences((old) => ({ ...old, chartPeriod: value === '1' ? 1 : 24 }))}
      />
      <SegmentedControl
        label="Chart scale"
        options={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Log' },
        ]}
        value={logChart ? 'log' : 'linear'}
        onChange={(value) => changePreferences((old) => ({ ...old, logChart: value === 'log' }))}
      />
    </div>
  );
}
