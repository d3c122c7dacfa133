import { useId } from 'react';
import { currencies } from '../../../shared/format/fiat-text.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import styles from './calculator.module.css';
import { powerCost } from './power-cost.ts';
import { rememberPower } from './remember-power.ts';

/** What the power costs, and what is left of `perDay`, the day's earning in the visitor's currency; null where it is not known. */
export function Power({ perDay }: { readonly perDay: number | null }) {
  const { powerW, price, currency } = usePreference('calculator');
  const id = useId();
  const day = powerCost(powerW, price, 24);
  // Made when there is something to say: it is not cheap.
  const money = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  return (
    <div className={styles.power}>
      <Disclosure title="Power" aside={day === null ? 'optional' : `${money(day)} a day`}>
        <div className={styles.fields}>
          <TextField
            label="Watts"
            inputMode="decimal"
            placeholder="0"
            value={powerW}
            onChange={(event) => rememberPower({ powerW: plainNumber(event.target.value) })}
          />
          <TextField
            label="Price per kWh"
            inputMode="decimal"
            placeholder="0.12"
            value={price}
            onChange={(event) => rememberPower({ price: plainNumber(event.target.value) })}
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
          {costWords(day, perDay, money)}
        </p>
      </Disclosure>
    </div>
  );
}

function costWords(day: number | null, perDay: number | null, money: (amount: number) => string): string {
  if (day === null)
    return 'With watts and price you see what the power costs. Both are remembered in this browser.';
  const cost = `Power costs ${money(day)} a day and ${money(day * 30)} a month.`;
  if (perDay === null) return `${cost}  It is not subtracted from the figures above.`;
  return `${cost} What is left: ${money(perDay - day)} a day and ${money((perDay - day) * 30)} a month.`;
}

/** Digits and a point: a comma is taken for one. */
function plainNumber(text: string): string {
  return text
    .replace(',', '.')
    .replace(/[^0-9.]/g, '')
    .slice(0, 9);
}
