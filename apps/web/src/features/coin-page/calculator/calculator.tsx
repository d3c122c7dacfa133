import type { HardwarePreset } from '@openlode/catalogue/define-algorithm';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { fiatOf, fiatText } from '../../../shared/format/fiat-text.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { assumptionsText } from './assumptions-text.ts';
import styles from './calculator.module.css';
import { DevicePresets } from './device-presets.tsx';
import { HashrateInput } from './hashrate-input.tsx';
import { convertHashrate, firstUnitOf, readHashrate, type UnitPrefix, unitsOf } from './hashrate-units.ts';
import { Power } from './power.tsx';
import { rememberPower } from './remember-power.ts';
import { useEstimate } from './use-estimate.ts';
import { Yield } from './yield.tsx';

interface CalculatorProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
}

/** What a hashrate earns in the payout coin, per day and month. Remount it for another algorithm. */
export function Calculator({ coin, algorithm }: CalculatorProps) {
  const [text, setText] = useState('');
  const [unit, setUnit] = useState<UnitPrefix>(() => firstUnitOf(algorithm));
  const rate = readHashrate(text);
  const { data, failure, refetch } = useEstimate(coin.symbol, algorithm, { rate, unit });
  const { currency } = usePreference('calculator');
  const yieldOf = (amount: string | undefined) => ({
    amount: rate === null ? '0' : amount,
    failed: failure !== null,
    unit: coin.symbol,
    fiat: amount === undefined ? undefined : fiatText(amount, data?.assumptions, currency),
  });

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
      <HashrateInput algorithm={algorithm} text={text} unit={unit} onText={setText} onUnit={setUnit} />
      <DevicePresets algorithm={algorithm.code} onFill={fill} />
      <div
        className={styles.result}
        aria-live="polite"
        aria-busy={rate !== null && data === undefined && failure === null}
      >
        <Yield title="Per day" {...yieldOf(data?.per_day)} />
        <Yield title="Per month" {...yieldOf(data?.per_month)} />
      </div>
      {failure !== null && (
        <p className={styles.failed} role="alert">
          {failureText(failure)}{' '}
          <Button small onClick={refetch}>
            Try again
          </Button>
        </p>
      )}
      <p className={styles.terms}>
        {data?.assumptions === undefined
          ? 'An estimate after the pool’s fee; a month is 30 days. Difficulty and rates will change it.'
          : assumptionsText(data.assumptions, coin.symbol, algorithm.unitLabel)}
        {algorithm.work === 'relayed' &&
          ` ${algorithm.extraComment ?? 'Work is relayed to another pool.'} What that pool keeps is still to be taken off this estimate.`}
        {algorithm.work === 'verified' &&
          algorithm.fallback !== undefined &&
          ' It is for work on the pool’s own nodes: while they give none, work is relayed, and paid when the payments of another pool arrive.'}
      </p>
      <Power perDay={data === undefined ? null : fiatOf(data.per_day, data.assumptions, currency)} />
    </Card>
  );
}
