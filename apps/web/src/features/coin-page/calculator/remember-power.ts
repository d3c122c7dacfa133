import { changePreferences } from '../../../shared/storage/preference-store.ts';

/** Keeps what the visitor pays for power, and in which currency, in this browser. */
export function rememberPower(change: {
  readonly powerW?: string;
  readonly price?: string;
  readonly currency?: string;
}) {
  changePreferences((old) => ({ ...old, calculator: { ...old.calculator, ...change } }));
}
