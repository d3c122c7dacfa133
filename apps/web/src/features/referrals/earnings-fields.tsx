import { feeSplits } from '@openlode/catalogue/tiers';
import { type ReactNode, useId } from 'react';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { TierInfo } from './referrals-api.ts';
import styles from './referrals-page.module.css';
import type { EarningsForm } from './use-earnings-form.ts';

interface EarningsFieldsProps {
  readonly form: EarningsForm;
  readonly tiers: readonly TierInfo[];
}

/** Algorithm, number of miners, their hashrate, and the kind of code that they use. */
export function EarningsFields({ form, tiers }: EarningsFieldsProps) {
  const { algorithm } = form;
  return (
    <div className={styles.inputs}>
      <Choice label="Algorithm" value={algorithm?.code ?? ''} onChange={form.setAlgorithm}>
        {form.offered.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Choice>
      <TextField
        label="Referred miners"
        inputMode="numeric"
        value={form.miners}
        error={form.count === null ? 'A whole number, at most 999999.' : undefined}
        onChange={(event) => form.setMiners(event.target.value)}
      />
      <TextField
        label="Hashrate of each"
        hint={
          algorithm === undefined
            ? ''
            : `in ${algorithm.preUnitOfMeasurement.toUpperCase()}${algorithm.unitLabel}`
        }
        inputMode="decimal"
        value={form.rate}
        error={form.mh === null && form.isRateTyped ? 'A number, such as 1.5.' : undefined}
        onChange={(event) => form.setRate(event.target.value)}
      />
      <Choice label="Your code" value={form.kind} onChange={form.setKind}>
        <option value="ordinary">Ordinary, {feeSplits.withCode.ownerPercentage}%</option>
        {tiers.map((tier) => (
          <option key={tier.code} value={String(tier.code)}>
            Custom, {tier.name}, {tier.owner_percentage}%
          </option>
        ))}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The options. */
  readonly children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}
