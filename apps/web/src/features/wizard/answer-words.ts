import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { trimMiddle } from '@openlode/mining/trim-middle';
import type { StepName, WizardAnswers } from './wizard-state.ts';

const hardwareWords = { gpu: 'Graphics card', cpu: 'Processor', sandbox: 'This computer' } as const;

/** What was answered to a step, as short as the road map needs it; null where nothing was. */
export function answerWords(
  step: StepName,
  answers: WizardAnswers,
  algorithms: readonly Pick<AlgorithmItem, 'code' | 'name'>[],
): string | null {
  if (!answers.answered.includes(step)) return null;
  switch (step) {
    case 'mode':
      return answers.mode === 'basic' ? 'Basic' : 'Advanced';
    case 'hardware':
      return answers.hardware === null ? null : hardwareWords[answers.hardware];
    case 'algorithm':
      return algorithms.find(({ code }) => code === answers.algorithm)?.name ?? null;
    case 'coin':
      return answers.coin;
    case 'address':
      return answers.address === null ? null : trimMiddle(answers.address, 9);
    case 'region':
      return answers.region ?? 'Global';
    case 'port':
      return answers.port === null
        ? 'None'
        : `${answers.port.port} ${answers.port.transport === 'tls' ? 'SSL' : 'TCP'}`;
    case 'worker':
      return answers.worker;
    case 'referral':
      return answers.referral ?? 'Without';
    case 'final':
      return null;
  }
}
