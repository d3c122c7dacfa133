import type { CommandInput } from '@openlode/mining/build-command';
import { printUserString } from '@openlode/mining/user-string';
import { CopyLine } from '../../../blocks/connection-card/copy-line.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import styles from './final-page.module.css';
import type { Setup } from './plan-setup.ts';
import { ProgramRow } from './program-row.tsx';
import { feeText } from './rank-programs.ts';

interface OtherProgramsProps {
  readonly programs: readonly CommandInput[];
  /** Symbol of the coin that the algorithm earns. */
  readonly mined: string;
  readonly setup: Setup;
}

/** Programs besides the first one, folded, and what a program is told that we do not know. */
export function OtherPrograms({ programs, mined, setup }: OtherProgramsProps) {
  return (
    <div className={styles.others}>
      {programs.map((input) => (
        <Disclosure key={input.program.code} title={input.program.name} aside={asideOf(input)}>
          <ProgramRow input={input} mined={mined} />
        </Disclosure>
      ))}
      <Disclosure title="Server, port and user" aside="for any other program">
        <PlainSettings {...setup} />
      </Disclosure>
    </div>
  );
}

/** `NVIDIA, AMD; dev fee 1%` */
function asideOf({ program, algorithm }: CommandInput): string {
  const cards = program.gpuVendors.join(', ') || 'processors';
  return `${cards}; dev fee ${feeText(program, algorithm.algorithm)}`;
}

function PlainSettings({ values, transport }: Setup) {
  return (
    <dl className={styles.lines}>
      <CopyLine name="Server" text={values.host} />
      <CopyLine name="Port" text={String(values.port)} also={transport === 'tls' ? 'SSL' : 'TCP'} />
      <CopyLine name="User" text={printUserString(values)} />
      <CopyLine name="Password" text="x" also="Any text will do." />
    </dl>
  );
}
