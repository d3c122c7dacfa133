import { type ConnectionMistake, isUnsure } from '@openlode/mining/connection-mistakes';
import type { CommandDiagnosis, Diagnosis } from '@openlode/mining/diagnose-connection';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './doctor-page.module.css';
import { mistakeWords } from './mistake-words.ts';

/** What is wrong with the settings; of a command that mines two algorithms at once, of each. */
export function DiagnosisView({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const { second } = diagnosis;
  if (second === null) return <CommandView diagnosis={diagnosis} />;
  const halves = [
    ['First algorithm', diagnosis],
    ['Second algorithm', second],
  ] as const;
  return halves.map(([title, half]) => (
    <section key={title} aria-label={title} className={styles.half}>
      <h3>{title}</h3>
      <CommandView diagnosis={half} />
    </section>
  ));
}

/** What is wrong, what else is worth knowing, and what each part means. */
function CommandView({ diagnosis }: { readonly diagnosis: CommandDiagnosis }) {
  return (
    <>
      {diagnosis.mistakes.length === 0 ? (
        <Verdict diagnosis={diagnosis} />
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

/** Where no mistake was found: as much as that says. */
function Verdict({ diagnosis: { isUnknownProgram, notes } }: { readonly diagnosis: CommandDiagnosis }) {
  if (notes.some(isUnsure))
    return (
      <p className={styles.unsure}>
        {isUnknownProgram
          ? 'We could not check everything: see below. We do not know this program either, so its options were not checked.'
          : 'We could not check everything: see below. The rest is right.'}
      </p>
    );
  return (
    <p className={styles.sound}>
      <Icon name="check" />
      {isUnknownProgram
        ? 'No mistake found in server and user. We do not know this program, so its options were not checked.'
        : 'No mistake found. The pool accepts this.'}
    </p>
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
