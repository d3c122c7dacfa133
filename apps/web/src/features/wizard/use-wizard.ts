import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keepAnswers, readAnswers } from './wizard-session.ts';
import { next, type StepName, type WizardChoice, type WizardState } from './wizard-state.ts';

/** The wizard's state: the step is the URL's, so that the browser's own buttons move; the answers are the tab's. */
export function useWizard(asked: StepName): {
  readonly state: WizardState;
  readonly choose: (choice: WizardChoice) => void;
} {
  const navigate = useNavigate();
  const [answers, setAnswers] = useState(readAnswers);
  const state = next({ step: 'mode', answers }, { kind: 'go', step: asked });
  function choose(choice: WizardChoice) {
    const after = next(state, choice);
    keepAnswers(after.answers);
    setAnswers(after.answers);
    const search = (old: object) => ({ ...old, step: after.step });
    void navigate({ to: '/wizard', search, replace: after.step === state.step });
  }
  return { state, choose };
}
