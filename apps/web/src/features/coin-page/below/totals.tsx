import { lastRewardEventName, withoutCommas } from '@openlode/contracts/wire-names';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { PoolSummary } from '@openlode/contracts/http/pool';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { poolQuery, reportFigure } from '../../../shared/api/pool-api.ts';
import { formatHashrate } from '../../../shared/format/format-hashrate.ts';
import { groupThousands, splitAmount } from '../../../shared/format/split-amount.ts';
import { useLiveEvent } from '../../../shared/live/use-live-event.ts';
import { logQuietly } from '../../../shared/log/log-quietly.ts';
import { useFlash } from '../../../shared/time/use-flash.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { RelativeTime } from '../../../shared/ui/relative-time.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './totals.module.css';

const flashMs = 310;

/** An algorithm that the pool has never rewarded. */
const unrewarded = { last_reward: null, avg_reward_time: null, hashrate: '0', miners: '0' };

/** Three figures of the pool and three of the algorithm, ruled, live. */
export function Totals({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  const queryClient = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery(poolQuery());

  const reportTotal = (name: keyof PoolSummary, value: string) =>
    reportFigure(queryClient, name, (old) => ({
      ...old,
      summary: { ...old.summary, [name]: withoutCommas(value) },
    }));
  useLiveEvent('statsWorkers', (count) => reportTotal('past_24hr_workers', count));
  useLiveEvent('statsMiners', (count) => reportTotal('past_24hr_miners', count));
  useLiveEvent('statsPaid', (btc) => reportTotal('total_paid_btc', btc));
  useLiveEvent(lastRewardEventName(algorithm.code), (at) =>
    reportFigure(queryClient, `last reward of ${algorithm.code}`, (old) => {
      const rewards = old.pools[algorithm.code] ?? unrewarded;
      return { ...old, pools: { ...old.pools, [algorithm.code]: { ...rewards, last_reward: at } } };
    }),
  );

  // Totals that cannot be loaded are only logged: the line below says how old the figures are. The rewards come with the same call, and
  // their failure is told by a toast.
  useFailure(error, () => {
    logQuietly('Couldn’t load the totals.', error);
  });
  const summary = data?.summary;
  const rewards = data?.pools[algorithm.code];
  const waits = data === undefined && error === null;
  return (
    <section aria-label="Totals of the pool">
      <div className={styles.totals}>
        <Figure title="Workers, past 24 h" value={summary?.past_24hr_workers} waits={waits} />
        <Figure title="Miners, past 24 h" value={summary?.past_24hr_miners} waits={waits} />
        <Figure title="Paid in total" value={summary?.total_paid_btc} unit="BTC" waits={waits} />
        <PoolHashrate algorithm={algorithm} rate={rewards?.hashrate} waits={waits} />
        <Figure title={`${algorithm.name} miners online`} value={rewards?.miners} waits={waits} />
        <LastReward algorithm={algorithm} />
      </div>
      {error !== null && (
        <p className={styles.old} role="status">
          {data === undefined ? (
            'Couldn’t load the totals.'
          ) : (
            <>
              From <RelativeTime at={dataUpdatedAt} />.
            </>
          )}{' '}
          <Button small onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </section>
  );
}

/** When the algorithm was rewarded last, live; why that cannot be said, in a toast. */
function LastReward({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  const { data, error } = useQuery(poolQuery());
  useFailure(error, () => showToast('error', failureText(error)));
  const rewards = data?.pools[algorithm.code];
  return (
    <Cell
      title={`Last ${algorithm.name} reward`}
      flashes={rewards?.last_reward ?? null}
      waits={data === undefined && error === null}
    >
      {data === undefined ? (
        <span className={styles.unknown}>unknown</span>
      ) : typeof rewards?.last_reward === 'number' ? (
        <RelativeTime at={rewards.last_reward * 1000} />
      ) : (
        <span className={styles.unknown}>none yet</span>
      )}
      {typeof rewards?.avg_reward_time === 'number' && (
        <span className={styles.every}>{`one every ${averageText(rewards.avg_reward_time)}`}</span>
      )}
    </Cell>
  );
}

/** Tells a failure once, however often the call is tried again. */
function useFailure(error: Error | null, tell: () => void): void {
  const failed = error !== null;
  const reportNow = useEffectEvent(tell);
  useEffect(() => {
    if (failed) reportNow();
  }, [failed]);
}

/** Minutes in words: `25 min`, `36 s`, `3 h`. */
export function averageText(minutes: number): string {
  if (minutes < 1) return `${Math.max(1, Math.round(minutes * 60))} s`;
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

function Figure(props: {
  readonly title: string;
  readonly value: string | undefined;
  readonly unit?: string;
  readonly waits: boolean;
}) {
  const { title, value, unit, waits } = props;
  const parts = value === undefined ? null : splitAmount(value);
  return (
    <Cell title={title} flashes={value ?? null} waits={waits}>
      {parts === null ? (
        <span className={styles.unknown}>unknown</span>
      ) : (
        <span title={wholeText(value ?? '', unit)}>
          {parts.main}
          {parts.rest !== '' && <span className={styles.rest}>{parts.rest}</span>}
          {unit !== undefined && <span className={styles.unit}> {unit}</span>}
        </span>
      )}
    </Cell>
  );
}

/** What everybody mines of the algorithm here; `rate` is in its pre-unit. */
function PoolHashrate(props: {
  readonly algorithm: AlgorithmItem;
  readonly rate: string | undefined;
  readonly waits: boolean;
}) {
  const { algorithm, rate, waits } = props;
  const { preUnitOfMeasurement: preUnit, unitLabel } = algorithm;
  const shown = rate === undefined ? null : formatHashrate(Number(rate), preUnit, unitLabel);
  return (
    <Cell title={`${algorithm.name} hashrate now`} flashes={rate ?? null} waits={waits}>
      {shown === null ? (
        <span className={styles.unknown}>unknown</span>
      ) : (
        <span title={wholeText(rate ?? '', unitIn(preUnit, unitLabel))}>
          {shown.value}
          <span className={styles.unit}> {shown.unit}</span>
        </span>
      )}
    </Cell>
  );
}

/** `MH/s` */
const unitIn = (preUnit: string, unitLabel: string) => formatHashrate(1, preUnit, unitLabel).unit;

/** Every digit, grouped: `2,001.72662209 BTC`. */
function wholeText(value: string, unit: string | undefined): string {
  const [whole = '', decimals] = value.split('.');
  return `${groupThousands(whole)}${decimals === undefined ? '' : `.${decimals}`}${unit === undefined ? '' : ` ${unit}`}`;
}

function Cell(props: {
  readonly title: string;
  /** The value flashes when this changes, but not when it first arrives. */
  readonly flashes: string | number | null;
  readonly waits: boolean;
  readonly children: ReactNode;
}) {
  const flashing = useFlash(props.flashes, flashMs);
  return (
    <div className={styles.cell}>
      <p className={styles.title}>{props.title}</p>
      {props.waits ? (
        <Skeleton width="120px" line={28} />
      ) : (
        <p className={styles.value} data-flash={flashing}>
          {props.children}
        </p>
      )}
    </div>
  );
}
