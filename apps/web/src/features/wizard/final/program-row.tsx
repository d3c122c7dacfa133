import { buildCommand, type CommandInput } from '@openlode/mining/build-command';
import { buildConfigFile, type TextFile } from '@openlode/mining/build-config-file';
import { buildStartScript } from '@openlode/mining/build-start-script';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { buildFlightSheets } from './build-flight-sheets.ts';
import styles from './final-page.module.css';
import { saveTextFile } from './save-text-file.ts';

interface ProgramRowProps {
  readonly input: CommandInput;
  /** Symbol of the coin that the algorithm earns. */
  readonly mined: string;
}

/** One mining program: its command, its files, its flight sheets. */
export function ProgramRow({ input, mined }: ProgramRowProps) {
  const { program, algorithm, system } = input;
  const command = buildCommand(input);
  const files: readonly TextFile[] = [buildStartScript('Openlode', input), buildConfigFile(input)].filter(
    (file) => file !== null,
  );
  return (
    <section className={styles.program} aria-label={program.name}>
      <h3>{program.name}</h3>
      <p>{program.description}</p>
      <div className={styles.command}>
        <code>{command}</code>
        <CopyButton text={command} label={`Copy the command of ${program.name}`} />
      </div>
      {algorithm.note !== null && <p className={styles.note}>{sentence(algorithm.note)}</p>}
      <div className={styles.actions}>
        {files.map((file) => (
          <Button key={file.name} small onClick={() => saveTextFile(file)}>
            Save {file.name}
          </Button>
        ))}
        <a href={program.links.download} target="_blank" rel="noreferrer">
          Download {program.name} for {system === 'linux' ? 'Linux' : 'Windows'}
        </a>
        <a href={program.links.documentation} target="_blank" rel="noreferrer">
          Documentation
        </a>
        <a href={program.links.support} target="_blank" rel="noreferrer">
          Support
        </a>
      </div>
      <Disclosure title="Flight sheets" aside="HiveOS, mmpOS, RaveOS">
        {buildFlightSheets({ ...input, mined }).map((sheet) => (
          <div key={sheet.system} className={styles.sheet}>
            <h4>{sheet.system}</h4>
            <pre>{sheet.text}</pre>
            <CopyButton text={sheet.text} label={`Copy the ${sheet.system} sheet of ${program.name}`} />
            <p className={styles.note}>{sheet.note}</p>
          </div>
        ))}
      </Disclosure>
    </section>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.');
}
