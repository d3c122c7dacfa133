import { judgeWorkerName, randomWorkerName, workerNameLengthMax } from '@openlode/mining/worker-name';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { rememberWorkerName, rememberedWorkerNames } from '../remembered.ts';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

const sentences = {
  empty: 'Your worker must not be empty',
  'bad-characters': 'Your worker must not contain spaces or special characters (besides "_" or "-")',
  'too-long': `Your worker must not be longer than ${workerNameLengthMax} characters`,
} as const;

export function WorkerStep({ answers, choose }: StepProps) {
  const [names] = useState(rememberedWorkerNames);
  const [text, setText] = useState(
    () => (answers.worker === '' ? names[0] : answers.worker) ?? randomWorkerName('rig-', Math.random),
  );
  const outcome = judgeWorkerName(text);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (outcome.kind !== 'valid') return;
    rememberWorkerName(outcome.name);
    choose({ kind: 'worker', worker: outcome.name });
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        code
        label="Worker"
        hint="tells your machines apart"
        list="worker-names"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={outcome.kind === 'valid' ? null : sentences[outcome.kind]}
      />
      <datalist id="worker-names">
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={outcome.kind !== 'valid'}>
          Next
        </Button>
      </div>
    </form>
  );
}
