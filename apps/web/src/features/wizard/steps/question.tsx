import { randomWorkerName } from '@openlode/mining/worker-name';
import { isMinable } from '../../../blocks/algorithm-picker/is-minable.ts';
import { site } from '../../../shared/api/site.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { checkedHere, checkedNames } from '../checked-here.ts';
import { recommendedStart, servedHere } from '../served-here.ts';
import { automaticAlgorithm, wizardAlgorithms } from '../wizard-algorithms.ts';
import type { Hardware, StepName } from '../wizard-state.ts';
import { AddressStep } from './address-step.tsx';
import { CoinStep } from './coin-step.tsx';
import { OptionButton } from './option-button.tsx';
import { PortStep } from './port-step.tsx';
import { ReferralStep } from './referral-step.tsx';
import { RegionStep } from './region-step.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';
import { SupportSearch } from './support-search.tsx';
import { WorkerStep } from './worker-step.tsx';

interface QuestionProps extends StepProps {
  readonly step: Exclude<StepName, 'final'>;
  /** The algorithm that the link asked for. */
  readonly asked: string | undefined;
}

export function Question({ step, asked, ...rest }: QuestionProps) {
  switch (step) {
    case 'mode':
      return <ModeStep {...rest} asked={asked} />;
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

function ModeStep({ answers, algorithms, choose, asked }: StepProps & { asked: string | undefined }) {
  const pick = (mode: 'basic' | 'advanced') =>
    choose({ kind: 'mode', mode, randomWorker: randomWorkerName('rig-', Math.random) });
  const start = recommendedStart(algorithms, site().sandbox, asked);
  return (
    <>
      <ServedNotice algorithms={algorithms} />
      <div className={styles.options}>
        {start !== null && (
          <OptionButton
            title={
              <>
                {start.hardware === 'sandbox' ? 'Try it with this computer' : 'Mine with the processor'}
                <Tag>Recommended</Tag>
              </>
            }
            recommended
            chosen={false}
            onChoose={() =>
              choose({
                kind: 'recommended',
                hardware: start.hardware,
                algorithm: start.algorithm.code,
                randomWorker: randomWorkerName('rig-', Math.random),
              })
            }
          >
            {start.algorithm.name}, with everything chosen for you. You only enter coin, address and, if you
            have one, a referral code.
          </OptionButton>
        )}
        <OptionButton
          title={<>Basic {start === null && <Tag>Recommended</Tag>}</>}
          chosen={answers.mode === 'basic'}
          onChoose={() => pick('basic')}
        >
          Just the essentials. Server, port and worker name are chosen for you.
        </OptionButton>
        <OptionButton title="Advanced" chosen={answers.mode === 'advanced'} onChoose={() => pick('advanced')}>
          Choose the region, the port and the name of your worker as well.
        </OptionButton>
      </div>
    </>
  );
}

/** Before the first answer: what can be mined here, where that is not everything. */
function ServedNotice({ algorithms }: Pick<StepProps, 'algorithms'>) {
  const offered = algorithms.filter(({ deactivated }) => !deactivated);
  const served = offered.filter(isMinable);
  const others = offered.filter((each) => !isMinable(each));
  if (others.length === 0) return null;
  const names = served
    .map(({ name }) => name)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return (
    <div className={styles.served}>
      <Notice
        tone="plain"
        title={
          served.length === 0
            ? 'Nothing can be mined on this pool at the moment.'
            : `This pool mines ${names}.`
        }
      >
        <p>
          {others.every(({ work }) => work === 'simulated')
            ? 'The other algorithms are simulated by the demo fleet of this sandbox and have no port: '
            : 'This pool has no work for the other algorithms at the moment: '}
          the setup shows their commands, but they would not connect.
        </p>
      </Notice>
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
  const mark = (hardware: Hardware) =>
    servedHere(algorithms, hardware).length === 0 && <Tag>Unavailable right now</Tag>;
  return (
    <>
      <div className={styles.options}>
        {checked.length > 0 && (
          <OptionButton
            recommended
            title={
              <>
                This computer, on the sandbox <Tag>Recommended</Tag>
              </>
            }
            chosen={answers.hardware === 'sandbox'}
            onChoose={() => pick('sandbox')}
          >
            {checkedNames(checked.map(({ name }) => name))}, whose work this sandbox really checks, with the
            pool’s own client. SHA-256 and Scrypt also with cpuminer.
          </OptionButton>
        )}
        <OptionButton
          title={<>Graphics card {mark('gpu')}</>}
          chosen={answers.hardware === 'gpu'}
          onChoose={() => pick('gpu')}
        >
          NVIDIA, AMD or Intel. It needs 3 to 6 GB of memory.
        </OptionButton>
        <OptionButton
          title={<>Processor {mark('cpu')}</>}
          chosen={answers.hardware === 'cpu'}
          onChoose={() => pick('cpu')}
        >
          The CPU of any computer.
        </OptionButton>
      </div>
      <p className={styles.after}>
        An ASIC is set up on the machine itself: <SupportSearch text="ASIC">read how</SupportSearch>.
      </p>
    </>
  );
}

function AlgorithmStep({ answers, algorithms, choose }: StepProps) {
  const offered = wizardAlgorithms(algorithms, answers.hardware ?? 'gpu');
  const first = offered.find(isMinable);
  return (
    <div className={styles.options}>
      {offered
        .toSorted((a, b) => Number(isMinable(b)) - Number(isMinable(a)))
        .map((algorithm) => (
          <OptionButton
            key={algorithm.code}
            title={
              <>
                {algorithm.name}
                {algorithm.code === first?.code && <Tag>Recommended</Tag>}
                {algorithm.new && <Tag>New</Tag>}
                {algorithm.beta && <Tag>Beta</Tag>}
              </>
            }
            chosen={answers.algorithm === algorithm.code}
            onChoose={() => choose({ kind: 'algorithm', algorithm: algorithm.code })}
          >
            {algorithm.miningVia}
            {/* Of a graphics card; the sandbox's own client needs none. */}
            {answers.hardware === 'gpu' &&
              algorithm.minimumVramRequirement !== null &&
              `, ${algorithm.minimumVramRequirement} of memory`}
            {!isMinable(algorithm) && '. Unavailable right now'}
          </OptionButton>
        ))}
    </div>
  );
}
