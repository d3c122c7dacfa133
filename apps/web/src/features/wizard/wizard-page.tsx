import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Specimen } from '../../blocks/connection-card/specimen.tsx';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { answerWords } from './answer-words.ts';
import { answeredParts } from './answered-parts.ts';
import { FinalPage } from './final/final-page.tsx';
import { stepWords } from './step-words.ts';
import { Question } from './steps/question.tsx';
import { useWizard } from './use-wizard.ts';
import { pathOf, type StepName } from './wizard-state.ts';
import styles from './wizard-page.module.css';

interface WizardPageProps {
  readonly step: StepName;
  /** The algorithm that the link asked for. */
  readonly algorithm: string | undefined;
}

/** One question a screen, the road map at the side, the user string growing with the answers. */
export function WizardPage({ step: asked, algorithm }: WizardPageProps) {
  const { state, choose } = useWizard(asked);
  const { step, answers } = state;
  const { data: algorithms = [] } = useQuery(algorithmsQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  usePageTitle(step === 'final' ? 'Start mining' : `Set up mining: ${stepWords[step].name}`);
  useEffect(() => {
    // The next question is read out; the first one leaves the focus where the page has it.
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const path = pathOf(answers);
  const at = path.indexOf(step);
  return (
    <div className={`wrap ${styles.page}`}>
      <aside className={styles.side}>
        <nav aria-label="Steps of the setup">
          <ol className={styles.road}>
            {path.map((each, index) => (
              <li key={each} aria-current={each === step ? 'step' : undefined}>
                {index < at ? (
                  <button type="button" onClick={() => choose({ kind: 'go', step: each })}>
                    <Icon name="check" />
                    <span className={styles.name}>
                      {stepWords[each].name}{' '}
                      <span className={styles.answer}>{answerWords(each, answers, algorithms)}</span>
                    </span>
                  </button>
                ) : (
                  <span>
                    {/* What the steps lead to is none of them, and has no number. */}
                    {each === 'final' ? <LateIcon name="pin" /> : <b aria-hidden="true">{index + 1}</b>}
                    <span className={styles.name}>{stepWords[each].name}</span>
                  </span>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <section aria-label="Your user string so far" className={styles.string} data-last={step === 'final'}>
          <p>Your user string so far</p>
          <Specimen parts={answeredParts(answers)} />
        </section>
      </aside>
      <div className={styles.question}>
        {step !== 'final' && (
          <p className={styles.count}>
            Step {at + 1} of {path.length - 1}
            {answers.recommended && step === 'coin' && ': the steps before it are answered as recommended'}
          </p>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {stepWords[step].question}
        </h1>
        {step === 'final' ? (
          <FinalPage answers={answers} algorithms={algorithms} />
        ) : (
          <Question
            key={step}
            step={step}
            answers={answers}
            algorithms={algorithms}
            asked={algorithm}
            choose={choose}
          />
        )}
        {step !== 'mode' && (
          <div className={styles.back}>
            <Button kind="quiet" onClick={() => choose({ kind: 'back' })}>
              <Icon name="previous" />
              Previous step
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
