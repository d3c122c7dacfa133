import type { WorkerRejects } from '@openlode/contracts/http/account-rejects';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { Specimen } from '../../blocks/connection-card/specimen.tsx';
import { LineChart } from '../../features/address/chart/line-chart.tsx';
import { Sparkline } from '../../features/address/chart/sparkline.tsx';
import { firstView, viewWorkers } from '../../features/address/tabs/workers/worker-view.ts';
import { WorkersTable } from '../../features/address/tabs/workers/workers-table.tsx';
import { formatHashrate } from '../../shared/format/format-hashrate.ts';
import { Piece } from './kit-piece.tsx';
import styles from './kit-page.module.css';

const step = 600_000;
const end = Date.now();
const start = end - 24 * 6 * step;
/** A day of ten-minute means, an hour and a half of it without any. */
const points = Array.from({ length: 144 }, (_, index) => ({
  at: start + index * step,
  value: 40 + 12 * Math.sin(index / 9) + (index % 7),
})).filter((_, index) => index < 60 || index > 69);

const printRate = (value: number) => `${value.toFixed(2)} MH/s`;
const printTime = (at: number) => new Date(at).toISOString().slice(11, 16);
const span = { start, end, step, print: printRate, printTime };

const worker = (name: string, change: Partial<WorkerItem>): WorkerItem => ({
  name,
  online: true,
  last: end - 4000,
  rhr: 0,
  chr: 46.2,
  referral: null,
  ...change,
});
const workers = [
  worker('online', { referral: 'abcd-1234', rhr: 47.1 }),
  worker('a-name-longer-than-its-place', {}),
  worker('gone', { online: false, chr: 0, last: end - 90 * 60_000 }),
];

const sharesOf = (accepted: number, stale: number, low: number): WorkerRejects['day'] => ({
  accepted,
  rejected: { stale, duplicate: 0, low_difficulty: low, malformed: 0 },
});
const rejects = (name: string, day: WorkerRejects['day']): WorkerRejects => ({
  algorithm: 'kawpow',
  name,
  hour: day,
  day,
});
const counts = new Map([
  ['online', rejects('online', sharesOf(900, 4, 1))],
  ['a-name-longer-than-its-place', rejects('a-name-longer-than-its-place', sharesOf(900, 60, 40))],
]);

/** What draws figures: charts, tables, and the user string over its brackets. */
const table = {
  view: firstView,
  onView: () => undefined,
  first: 25,
  rateOf: (_algorithm: string, rate: number) => formatHashrate(rate, 'm', 'H/s'),
  onHide: () => undefined,
  marksSimulated: false,
};

export function KitFigures() {
  return (
    <>
      <Piece name="Chart">
        <div className={styles.wide}>
          <LineChart title="With a gap" points={points} {...span} />
          <LineChart title="Logarithmic" points={points} logarithmic {...span} />
          <LineChart title="Too little to draw" points={points.slice(0, 1)} {...span} />
        </div>
      </Piece>
      <Piece name="Sparkline">
        <div className={styles.spark}>
          <Sparkline points={points} start={start} end={end} step={step} />
        </div>
      </Piece>
      <Piece name="Table">
        <div className={styles.tables}>
          <WorkersTable
            label="Workers"
            algorithm="kawpow"
            lines={viewWorkers(workers, counts, firstView)}
            {...table}
            counts={counts}
          />
          <WorkersTable
            label="Workers whose shares are on their way"
            algorithm="kawpow"
            lines={viewWorkers(workers.slice(0, 1), null, firstView)}
            {...table}
            counts={null}
          />
        </div>
      </Piece>
      <Piece name="Specimen">
        <Specimen
          parts={[
            { kind: 'coin', before: '', text: 'XRP', state: 'filled' },
            { kind: 'address', before: ':', text: 'your address', state: 'empty' },
            { kind: 'memo', before: ':', text: '77', state: 'filled' },
            { kind: 'worker', before: '.', text: 'my rig', state: 'wrong' },
            { kind: 'code', before: '#', text: 'abcd-1234', state: 'filled' },
          ]}
        />
      </Piece>
    </>
  );
}
