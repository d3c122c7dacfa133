import type { HardwarePreset } from '@openlode/catalogue/define-algorithm';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { formatHashrate } from '../../../shared/format/format-hashrate.ts';
import { changePreferences, usePreference } from '../../../shared/storage/preference-store.ts';
import { Amount } from '../../../shared/ui/amount.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './calculator.module.css';
import { convertHashrate, firstUnitOf, readHashrate, type UnitPrefix, unitsOf } from './hashrate-units.ts';
import { currencies, fiatOf, fiatText } from '../../../shared/format/fiat-text.ts';
import { assumptionsText } from './assumptions-text.ts';
import { powerCost } from './power-cost.ts';
import { rewardQuery } from './reward-api.ts';
import { useSettled } from '../../../shared/time/use-settled.ts';

const debounceMs = 500;

interface CalculatorProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
}

/** What a hashrate earns in the payout coin, per day and month. Remount it for another algorithm. */
export function Calculator({ coin, algorithm }: CalculatorProps) {
  const unitId = useId();
  const [text, setText] = useState('');
  const [unit, setUnit] = useState<UnitPrefix>(() => firstUnitOf(algorithm));
  const rate = readHashrate(text);
  const mh = rate === null ? null : convertHashrate(rate, unit, algorithm.preUnitOfMeasurement);
  const settled = useSettled(mh, debounceMs);
  const reward = useQuery(rewardQuery(algorithm.code, coin.symbol, settled));
  // What belongs to an earlier input is never shown for the present one.
  const data = mh === settled ? reward.data : undefined;
  const failed = mh === settled && reward.isError;
  const presets = usePresets(algorithm.code);
  const { currency } = usePreference('calculator');

  useEffect(() => {
    if (reward.isError) showToast('error');
  }, [reward.isError]);

  function fill(preset: HardwarePreset) {
    const best = [...unitsOf(algorithm)]
      .reverse()
      .find((prefix) => Number(convertHashrate(preset.hashrate, '', prefix)) >= 1);
    const next = best ?? unitsOf(algorithm)[0] ?? '';
    setUnit(next);
    setText(convertHashrate(preset.hashrate, '', next));
    if (preset.powerW !== null) rememberPower({ powerW: String(preset.powerW) });
  }

  return (
    <Card title="What would I earn?">
      <div className={styles.input}>
        <TextField
          label={`Your ${algorithm.name} hashrate`}
          inputMode="decimal"
          placeholder="0"
          autoComplete="off"
          value={text}
          maxLength={40}
          onChange={(event) => setText(event.target.value)}
          error={
            text.trim() !== '' &&
            rate === null &&
            /[^0.,\s]/.test(text) &&
            'A number above 0, with a point for decimals.'
          }
        />
        <div className={styles.unit}>
          <label htmlFor={unitId}>Unit</label>
          <select id={unitId} value={unit} onChange={(event) => setUnit(event.target.value as UnitPrefix)}>
            {unitsOf(algorithm).map((prefix) => (
              <option key={prefix} value={prefix}>
                {formatHashrate(1, prefix, algorithm.unitLabel).unit}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Presets presets={presets} onFill={fill} />
      <div
        className={styles.result}
        aria-live="polite"
        aria-busy={mh !== null && data === undefined && !failed}
      >
        <Yield
          title="Per day"
          amount={mh === null ? '0' : data?.per_day}
          failed={failed}
          unit={coin.symbol}
          fiat={data && fiatText(data.per_day, data.assumptions, currency)}
        />
        <Yield
          title="Per month"
          amount={mh === null ? '0' : data?.per_month}
          failed={failed}
          unit={coin.symbol}
          fiat={data && fiatText(data.per_month, data.assumptions, currency)}
        />
      </div>
      {failed && (
        <p className={styles.failed} role="alert">
          {failureText(reward.error)}{' '}
          <Button small onClick={() => void reward.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <p className={styles.terms}>
        {data?.assumptions === undefined
          ? 'An estimate after the pool’s fee; a month is 30 days. Difficulty and rates will change it.'
          : assumptionsText(data.assumptions, coin.symbol, algorithm.unitLabel)}
      </p>
      <Power perDay={data === undefined ? null : fiatOf(data.per_day, data.assumptions, currency)} />
    </Card>
  );
}

interface YieldProps {
  readonly title: string;
  /** Undefined while it is on its way. */
  readonly amount: string | undefined;
  readonly failed: boolean;
  readonly unit: string;
  /** What that is in money; undefined where it is not known. */
  readonly fiat: string | undefined;
}

function Yield({ title, amount, failed, unit, fiat }: YieldProps) {
  return (
    <div>
      <p className={styles.title}>{title}</p>
      {amount !== undefined ? (
        <Amount amount={shortened(amount)} exact={amount} unit={unit} size={28} />
      ) : failed ? (
        <p className={styles.unknown}>unknown</p>
      ) : (
        <Skeleton width="120px" line={28} />
      )}
      <p className={styles.fiat}>{fiat}</p>
    </div>
  );
}

/** Six significant digits of the amount, cut, never rounded up; never 0 for what is more than that. */
export function shortened(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const digits = whole.replace(/^0+/, '').length;
  const zeros = digits > 0 ? 0 : (/^0*/.exec(fraction)?.[0].length ?? 0);
  const kept = fraction.slice(0, digits > 0 ? Math.max(2, 6 - digits) : zeros + 4).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function Presets(props: {
  readonly presets: readonly HardwarePreset[];
  readonly onFill: (preset: HardwarePreset) => void;
}) {
  const id = useId();
  return (
    <div className={styles.presets}>
      <label htmlFor={id}>Device</label>
      <select
        id={id}
        value=""
        disabled={props.presets.length === 0}
        onChange={(event) => {
          const preset = props.presets[Number(event.target.value)];
          if (preset !== undefined) props.onFill(preset);
        }}
      >
        <option value="">choose a preset</option>
        {props.presets.map((preset, index) => (
          <option key={preset.name} value={index}>
            {preset.name}
            {preset.powerW === null ? '' : `, ${preset.powerW} W`}
          </option>
        ))}
      </select>
    </div>
  );
}

function usePresets(code: string): readonly HardwarePreset[] {
  const { data } = useQuery({
    queryKey: ['presets', code],
    queryFn: async () => {
      const { findAlgorithm } = await import('@openlode/catalogue/algorithms');
      return findAlgorithm(code)?.hardware ?? [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}

function rememberPower(change: {
  readonly powerW?: string;
  readonly price?: string;
  readonly currency?: string;
}) {
  changePreferences((old) => ({ ...old, calculator: { ...old.calculator, ...change } }));
}

function Power({ perDay }: { readonly perDay: number | null }) {
  const { powerW, price, currency } = usePreference('calculator');
  const id = useId();
  const day = powerCost(powerW, price, 24);
  // Made when there is something to say: it is not cheap.
  const money = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  const typed = (text: string) =>
    text
      .replace(',', '.')
      .replace(/[^0-9.]/g, '')
      .slice(0, 9);
  return (
    <div className={styles.power}>
      <Disclosure title="Power" aside={day === null ? 'optional' : `${money(day)} a day`}>
        <div className={styles.fields}>
          <TextField
            label="Watts"
            inputMode="decimal"
            placeholder="0"
            value={powerW}
            onChange={(event) => rememberPower({ powerW: typed(event.target.value) })}
          />
          <TextField
            label="Price per kWh"
            inputMode="decimal"
            placeholder="0.12"
            value={price}
            onChange={(event) => rememberPower({ price: typed(event.target.value) })}
          />
          <div className={styles.unit}>
            <label htmlFor={id}>Currency</label>
            <select
              id={id}
              value={currency}
              onChange={(event) => rememberPower({ currency: event.target.value })}
            >
              {(currencies as readonly string[]).includes(currency) ? null : <option>{currency}</option>}
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          </div>
        </div>
        <p className={styles.cost} aria-live="polite">
          {day === null
            ? 'With watts and price you see what the power costs. Both are remembered in this browser.'
            : `Power costs ${money(day)} a day and ${money(day * 30)} a month.${
                perDay === null
                  ? '  It is not subtracted from the figures above.'
                  : ` What is left: ${money(perDay - day)} a day and ${money((perDay - day) * 30)} a month.`
              }`}
        </p>
      </Disclosure>
    </div>
  );
}
