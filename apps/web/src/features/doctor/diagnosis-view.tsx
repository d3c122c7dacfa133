import type { ConnectionMistake } from '@openlode/mining/connection-mistakes';
import type { Diagnosis } from '@openlode/mining/diagnose-connection';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './doctor-page.module.css';
import { mistakeWords } from './mistake-words.ts';

/** What is wrong with the settings, what else is worth knowing, and what each part of them means. */
export function DiagnosisView({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  return (
    <>
      {diagnosis.mistakes.length === 0 ? (
        <p className={styles.sound}>
          <Icon name="check" />
          {diagnosis.isUnknownProgram
            ? 'No mistake found in server and user. We do not know this program, so its options were not checked.'
            : 'No mistake found. The pool accepts this.'}
        </p>
      ) : (
        <Mistakes mistakes={diagnosis.mistakes} />
      )}
      {diagnosis.notes.length > 0 && (
        <ul aria-label="Notes" className={styles.notes}>
          {diagnosis.notes.map((note) => (
            <li key={JSON.stringify(note)}>{mistakeWords(note)}</li>
          ))}
        </ul>
      )}
      <dl className={styles.fields}>
        {diagnosis.fields.map(({ name, text }) => (
          <div key={`${name} ${text}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Mistakes({ mistakes }: { readonly mistakes: readonly ConnectionMistake[] }) {
  return (
    <ul aria-label="Mistakes" className={styles.mistakes}>
      {mistakes.map((mistake) => (
        <li key={JSON.stringify(mistake)}>
          <Icon name="warning" />
          <span>{mistakeWords(mistake)}</span>
        </li>
      ))}
    </ul>
  );
}
