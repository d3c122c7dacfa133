import type { StepName } from '../../features/wizard/wizard-state.ts';

export interface WizardSearch {
  readonly step?: StepName;
  /** Code of the algorithm that a link asks for. */
  readonly algorithm?: string;
}

const steps = 'mode hardware algorithm coin address region port worker referral final'.split(
  ' ',
) as readonly StepName[];

export function readWizardSearch(search: Record<string, unknown>): WizardSearch {
  const step = steps.find((each) => each === search['step']);
  const asked = search['algorithm'];
  const algorithm =
    typeof asked === 'string' && /^[A-Za-z0-9]{1,32}$/.test(asked) ? asked.toLowerCase() : undefined;
  return { ...(step !== undefined && { step }), ...(algorithm !== undefined && { algorithm }) };
}
