import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useId } from 'react';
import { formatHashrate } from '../../../shared/format/format-hashrate.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import styles from './calculator.module.css';
import { readHashrate, type UnitPrefix, unitsOf } from './hashrate-units.ts';

interface HashrateInputProps {
  readonly algorithm: AlgorithmItem;
  readonly text: string;
  readonly unit: UnitPrefix;
  readonly onText: (text: string) => void;
  readonly onUnit: (unit: UnitPrefix) => void;
}

/** A number and its unit. */
export function HashrateInput({ algorithm, text, unit, onText, onUnit }: HashrateInputProps) {
  const unitId = useId();
  // A zero may be the beginning of a number.
  const isWrong = text.trim() !== '' && readHashrate(text) === null && /[^0.,\s]/.test(text);
  return (
    <div className={styles.input}>
      <TextField
        label={`Your ${algorithm.name} hashrate`}
        inputMode="decimal"
        placeholder="0"
        autoComplete="off"
        value={text}
        maxLength={40}
        onChange={(event) => onText(event.target.value)}
        error={isWrong && 'A number above 0, with a point for decimals.'}
      />
      <div className={styles.unit}>
        <label htmlFor={unitId}>Unit</label>
        <select id={unitId} value={unit} onChange={(event) => onUnit(event.target.value as UnitPrefix)}>
          {unitsOf(algorithm).map((prefix) => (
            <option key={prefix} value={prefix}>
              {formatHashrate(1, prefix, algorithm.unitLabel).unit}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
