import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useId } from 'react';
import styles from './doctor-page.module.css';

interface SettingsFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Code of the chosen algorithm; empty where the visitor does not know it. */
  readonly algorithm: string;
  readonly onAlgorithm: (algorithm: string) => void;
  readonly algorithms: readonly AlgorithmItem[];
}

/** Where the settings of a miner are pasted. */
export function SettingsForm({ text, onText, algorithm, onAlgorithm, algorithms }: SettingsFormProps) {
  const textId = useId();
  const algorithmId = useId();
  return (
    <div className={styles.form}>
      <label htmlFor={textId}>User string or command</label>
      <textarea
        id={textId}
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={5000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <label htmlFor={algorithmId}>Algorithm, where the command does not name it</label>
      <select id={algorithmId} value={algorithm} onChange={(event) => onAlgorithm(event.target.value)}>
        <option value="">Not sure</option>
        {algorithms.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
