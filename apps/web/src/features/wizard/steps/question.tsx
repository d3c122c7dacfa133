import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { randomWorkerName } from '@openlode/mining/worker-name';
import { Tag } from '../../../shared/ui/tag.tsx';
import { checkedHere } from '../checked-here.ts';
import { automaticAlgorithm, wizardAlgorithms } from '../wizard-algorithms.ts';
import type { Hardware, StepName, WizardAnswers, WizardChoice } from '../wizard-state.ts';
import { AddressStep } from './address-step.tsx';
import { CoinStep } from './coin-step.tsx';
import { OptionButton } from './option-button.tsx';
import { PortStep } from './port-step.tsx';
import { ReferralStep } from './referral-step.tsx';
import { RegionStep } from './region-step.tsx';
import styles from './steps.module.css';
import { SupportSearch } from './support-search.tsx';
import { WorkerStep } from './worker-step.tsx';

export interface StepProps {
  readonly answers: WizardAnswers;
  readonly algorithms: readonly AlgorithmItem[];
  readonly choose: (choice: WizardChoice) => void;
}

interface QuestionProps extends StepProps {
  readonly step: Exclude<StepName, 'final'>;
  /** The algorithm that the link asked for. */
  readonly asked: string | undefined;
}

export function Question({ step, asked, ...rest }: QuestionProps) {
  switch (step) {
    case 'mode':
      return <ModeStep {...rest} />;
    case 'hardware':
      return <HardwareStep {...rest} asked={asked} />;
    case 'algorithm':
      return <AlgorithmStep {...rest} />;
    case 'coin':
      return <CoinStep {...rest} />;
    case 'address':
      return <AddressStep {...rest} />;
    case 'region':
      return <RegionStep {...rest} />;
    case 'port':
      return <PortStep {...rest} />;
    case 'worker':
      return <WorkerStep {...rest} />;
    case 'referral':
      return <ReferralStep {...rest} />;
  }
}

function ModeStep({ answers, choose }: StepProps) {
  const pick = (mode: 'basic' | 'advanced') =>
    choose({ kind: 'mode', mode, randomWorker: randomWorkerName('rig-', Math.random) });
  return (
    <div className={styles.options}>
      <OptionButton title="Basic" chosen={answers.mode === 'basic'} onChoose={() => pick('basic')}>
        Just the essentials. Server, port and worker name are chosen for you.
      </OptionButton>
      <OptionButton title="Advanced" chosen={answers.mode === 'advanced'} onChoose={() => pick('advanced')}>
        Choose the region, the port and the name of your worker as well.
      </OptionButton>
    </div>
  );
}

function HardwareStep({ answers, algorithms, choose, asked }: StepProps & { asked: string | undefined }) {
  const pick = (hardware: Hardware) =>
    choose({
      kind: 'hardware',
      hardware,
      only: automaticAlgorithm(algorithms, { mode: answers.mode, hardware, asked }),
    });
  const checked = checkedHere(algorithms);
  return (
    <>
      <div className={styles.options}>
        <OptionButton title="Graphics card" chosen={answers.hardware === 'gpu'} onChoose={() => pick('gpu')}>
          NVIDIA, AMD or Intel. It needs 3 to 6 GB of memory.
        </OptionButton>
        <OptionButton title="Processor" chosen={answers.hardware === 'cpu'} onChoose={() => pick('cpu')}>
          The CPU of any computer.
        </OptionButton>
        {checked.length > 0 && (
          <OptionButton
            title="This computer, on the sandbox"
            chosen={answers.hardware === 'sandbox'}
            onChoose={() => pick('sandbox')}
          >
            The pool’s own client hashes {checked.map(({ name }) => name).join(' or ')}, whose work this
            sandbox really checks. No mining program needed.
          </OptionButton>
        )}
      </div>
      <p className={styles.after}>
        An ASIC is set up on the machine itself: <SupportSearch text="ASIC">read how</SupportSearch>.
      </p>
    </>
  );
}

function AlgorithmStep({ answers, algorithms, choose }: StepProps) {
  return (
    <div className={styles.options}>
      {wizardAlgorithms(algorithms, answers.hardware ?? 'gpu').map((algorithm) => (
        <OptionButton
          key={algorithm.code}
          title={
            <>
              {algorithm.name}
              {algorithm.new && <Tag>New</Tag>}
              {algorithm.beta && <Tag>Beta</Tag>}
            </>
          }
          chosen={answers.algorithm === algorithm.code}
          onChoose={() => choose({ kind: 'algorithm', algorithm: algorithm.code })}
        >
          {algorithm.miningVia}
          {algorithm.minimumVramRequirement !== null && `, ${algorithm.minimumVramRequirement} of memory`}
          {algorithm.work === 'none' && '. Not mined on this pool at the moment'}
        </OptionButton>
      ))}
    </div>
  );
}
