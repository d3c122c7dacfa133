import { Button } from './button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Of what, for a screen reader. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly lastPage: number;
  readonly onChange: (page: number) => void;
}

/** First, previous, next and last page; nothing while there is only one. */
export function Pager({ label, page, lastPage, onChange }: PagerProps) {
  if (lastPage <= 1 && page <= 1) return null;
  const steps = [
    { word: 'First', to: 1, isOff: page <= 1 },
    { word: 'Previous', to: page - 1, isOff: page <= 1 },
    { word: 'Next', to: page + 1, isOff: page >= lastPage },
    { word: 'Last', to: lastPage, isOff: page >= lastPage },
  ];
  return (
    <nav className={styles.pager} aria-label={label}>
      {steps.slice(0, 2).map((step) => (
        <Step key={step.word} step={step} onChange={onChange} />
      ))}
      <span aria-live="polite">
        Page {page} of {lastPage}
      </span>
      {steps.slice(2).map((step) => (
        <Step key={step.word} step={step} onChange={onChange} />
      ))}
    </nav>
  );
}

interface StepProps {
  readonly step: { readonly word: string; readonly to: number; readonly isOff: boolean };
  readonly onChange: (page: number) => void;
}

function Step({ step, onChange }: StepProps) {
  return (
    <Button small disabled={step.isOff} onClick={() => onChange(step.to)}>
      {step.word}
    </Button>
  );
}
