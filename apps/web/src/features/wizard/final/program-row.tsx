import { buildCommand, type CommandInput } from '@openlode/mining/build-command';
import { buildConfigFile, type TextFile } from '@openlode/mining/build-config-file';
import { buildStartScript } from '@openlode/mining/build-start-script';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { buildFlightSheets } from './build-flight-sheets.ts';
import styles from './final-page.module.css';
import { saveTextFile } from '../../../shared/files/save-text-file.ts';

interface ProgramRowProps {
  readonly input: CommandInput;
  /** Symbol of the coin that the algorithm earns. */
  readonly mined: string;
  /** The one to take: it is led up to step by step. */
  readonly isBest?: boolean;
}

/** One mining program: how to get it, its command, its files, its flight sheets. */
export function ProgramRow({ input, mined, isBest = false }: ProgramRowProps) {
  const { program, algorithm, system } = input;
  const command = buildCommand(input);
  const files: readonly TextFile[] = [buildStartScript('Openlode', input), buildConfigFile(input)].filter(
    (file) => file !== null,
  );
  return (
    <section className={styles.program} aria-label={program.name}>
      <p className={styles.note}>{program.description}</p>
      <ol className={styles.todo}>
        <li>
          <b>Get the program from its maker</b>
          <div className={styles.actions}>
            <a href={program.links.download} target="_blank" rel="noreferrer">
              Download {program.name} for {system === 'linux' ? 'Linux' : 'Windows'}
            </a>
          </div>
          {isBest && (
            <p className={styles.note}>
              Antivirus programs often take mining programs for malware, because malware carries them too.
              Download only from the maker, compare the checksum, and make an exception for that one folder.
            </p>
          )}
        </li>
        <li>
          <b>{placeWords[system]}</b>
          <div className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={`Copy the command of ${program.name}`} />
          </div>
          {algorithm.note !== null && <p className={styles.note}>{sentence(algorithm.note)}</p>}
        </li>
        <li>
          <b>Or start it from a file in that folder</b>
          <div className={styles.actions}>
            {files.map((file) => (
              <Button key={file.name} small onClick={() => saveTextFile(file)}>
                Save {file.name}
              </Button>
            ))}
          </div>
        </li>
      </ol>
      <div className={styles.actions}>
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
            <h3>{sheet.system}</h3>
            <pre>{sheet.text}</pre>
            <CopyButton text={sheet.text} label={`Copy the ${sheet.system} sheet of ${program.name}`} />
            <p className={styles.note}>{sheet.note}</p>
          </div>
        ))}
      </Disclosure>
    </section>
  );
}

const placeWords = {
  windows: 'Unpack it, open its folder, type cmd in the address bar of the window, press Enter, and run this',
  linux: 'Unpack it, open a terminal in its folder, and run this',
} as const;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.');
}
