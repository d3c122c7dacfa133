import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { isMinable } from '../../../blocks/algorithm-picker/is-minable.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { NotServed } from '../not-served.tsx';
import type { WizardAnswers } from '../wizard-state.ts';
import { AutoPay } from './auto-pay.tsx';
import styles from './final-page.module.css';
import { FirstShare } from './first-share.tsx';
import { planSetup } from './plan-setup.ts';
import { StartCard } from './start-card.tsx';

interface FinalPageProps {
  readonly answers: WizardAnswers;
  readonly algorithms: readonly AlgorithmItem[];
}

/** The pool's word that it works, what to start and how, and how to be paid by itself. */
export function FinalPage({ answers, algorithms }: FinalPageProps) {
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const { coin, address } = answers;
  if (algorithm === undefined || coin === null || address === null) {
    return <Notice tone="warning" title="This algorithm is no longer offered. Go back and choose another." />;
  }
  return (
    <div className={styles.page}>
      <NotServed algorithm={algorithm} algorithms={algorithms} commands="The commands below" />
      <FirstShare
        coin={coin}
        address={address}
        worker={answers.worker}
        algorithm={algorithm.code}
        hint={
          isMinable(algorithm)
            ? 'Do the steps below. This page turns green as soon as the pool accepts a share.'
            : `No ${algorithm.name} share can arrive here. This page turns green for any worker of this name.`
        }
      />
      <StartCard
        algorithm={algorithm}
        hardware={answers.hardware ?? 'gpu'}
        setup={planSetup({ ...answers, coin, address }, algorithm)}
      />
      <AutoPay coin={coin} address={address} />
    </div>
  );
}
