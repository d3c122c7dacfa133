import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { WizardAnswers, WizardChoice } from '../wizard-state.ts';

/** What every question of the wizard is given. */
export interface StepProps {
  readonly answers: WizardAnswers;
  readonly algorithms: readonly AlgorithmItem[];
  readonly choose: (choice: WizardChoice) => void;
}
