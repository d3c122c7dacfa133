/** The steps in their order; their position is their number in the specification. */
export const stepNames = [
  'mode',
  'hardware',
  'algorithm',
  'coin',
  'address',
  'region',
  'port',
  'worker',
  'referral',
  'final',
] as const;
export type StepName = (typeof stepNames)[number];

export type Mode = 'basic' | 'advanced';
/** `sandbox` is the visitor's own computer with the pool's own client, on work that a sandbox checks (decision 47). */
export type Hardware = 'gpu' | 'cpu' | 'sandbox';
export type PortChoice = { readonly port: number; readonly transport: 'tls' | 'tcp' };

/** What was answered so far; null where nothing was yet. */
export interface WizardAnswers {
  readonly mode: Mode | null;
  readonly hardware: Hardware | null;
  /** Code. */
  readonly algorithm: string | null;
  /** Whether the hardware alone decided the algorithm, so that its step is skipped. */
  readonly automatic: boolean;
  /** Symbol. */
  readonly coin: string | null;
  /** As typed and found valid, with its memo. */
  readonly address: string | null;
  /** Host of the server; null for the global one. */
  readonly region: string | null;
  /** Null for the recommended one, and where there is none. */
  readonly port: PortChoice | null;
  readonly worker: string;
  /** Null to mine without one. */
  readonly referral: string | null;
  /** Mode and hardware were answered at once, by the recommended choice of the first screen. */
  readonly recommended: boolean;
  /** The steps that were answered: a referral code may be answered with none. */
  readonly answered: readonly StepName[];
}

export interface WizardState {
  readonly step: StepName;
  readonly answers: WizardAnswers;
}

export type WizardChoice =
  | { readonly kind: 'mode'; readonly mode: Mode /** For basic mode. */; readonly randomWorker: string }
  /** `only` is the algorithm where the hardware leaves no choice. */
  | { readonly kind: 'hardware'; readonly hardware: Hardware; readonly only: string | null }
  | { readonly kind: 'algorithm'; readonly algorithm: string }
  | { readonly kind: 'coin'; readonly coin: string }
  | { readonly kind: 'address'; readonly address: string }
  /** The address that is typed is one of this coin. */
  | { readonly kind: 'coin-of-address'; readonly coin: string }
  | { readonly kind: 'region'; readonly region: string | null }
  /** Null where the pool has no port for the algorithm. */
  | { readonly kind: 'port'; readonly port: PortChoice | null }
  | { readonly kind: 'worker'; readonly worker: string }
  | { readonly kind: 'referral'; readonly referral: string | null }
  /** Mode, hardware and algorithm at once: what a newcomer is recommended. */
  | {
      readonly kind: 'recommended';
      readonly hardware: Hardware;
      readonly algorithm: string;
      readonly randomWorker: string;
    }
  | { readonly kind: 'back' }
  /** To an earlier step, or to where the browser's history or a reload leads; never past what is answered. */
  | { readonly kind: 'go'; readonly step: StepName };

export const noAnswers: WizardAnswers = {
  mode: null,
  hardware: null,
  algorithm: null,
  automatic: false,
  recommended: false,
  coin: null,
  address: null,
  region: null,
  port: null,
  worker: '',
  referral: null,
  answered: [],
};

/** The steps with a question for these answers, then the final page. */
export function pathOf({ mode, automatic }: Pick<WizardAnswers, 'mode' | 'automatic'>): readonly StepName[] {
  return stepNames.filter((step) => {
    if (step === 'algorithm') return !automatic;
    if (step === 'region' || step === 'port' || step === 'worker') return mode === 'advanced';
    return true;
  });
}

/** What follows a choice. Pure; a choice that does not belong to the step leaves the state as it is. */
export function next(state: WizardState, choice: WizardChoice): WizardState {
  if (choice.kind === 'back') {
    const path = pathOf(state.answers);
    return { ...state, step: path[Math.max(0, path.indexOf(state.step) - 1)] ?? 'mode' };
  }
  if (choice.kind === 'go') return { ...state, step: nearestStep(state.answers, choice.step) };
  if (choice.kind === 'recommended') {
    const { hardware, algorithm, randomWorker } = choice;
    const mode = next({ ...state, step: 'mode' }, { kind: 'mode', mode: 'basic', randomWorker });
    const { answers, step } = next(
      { ...mode, step: 'hardware' },
      { kind: 'hardware', hardware, only: algorithm },
    );
    return { step, answers: { ...answers, recommended: true } };
  }
  if (choice.kind === 'coin-of-address') {
    return { ...state, answers: withAnswer(state.answers, { kind: 'coin', coin: choice.coin }) };
  }
  if (choice.kind !== state.step) return state;
  const answers = withAnswer(state.answers, choice);
  const path = pathOf(answers);
  return { answers, step: path[path.indexOf(choice.kind) + 1] ?? 'final' };
}

/** The step itself where everything before it is answered, otherwise the first one that is not. */
function nearestStep(answers: WizardAnswers, wanted: StepName): StepName {
  const limit = stepNames.indexOf(wanted);
  const path = pathOf(answers).filter((step) => stepNames.indexOf(step) <= limit);
  return path.find((step) => !answers.answered.includes(step)) ?? path.at(-1) ?? 'mode';
}

type Answer = Exclude<WizardChoice, { kind: 'back' | 'go' | 'recommended' | 'coin-of-address' }>;

function withAnswer(old: WizardAnswers, choice: Answer): WizardAnswers {
  const answered = [...old.answered.filter((step) => step !== choice.kind), choice.kind];
  const isOfStart = choice.kind === 'mode' || choice.kind === 'hardware';
  const answers = { ...old, answered, recommended: old.recommended && !isOfStart };
  // Answers that hung on what changed are asked for again.
  const without = (...steps: readonly StepName[]) => answered.filter((step) => !steps.includes(step));
  switch (choice.kind) {
    case 'mode': {
      if (choice.mode === old.mode) return answers;
      const fresh = {
        ...answers,
        mode: choice.mode,
        region: null,
        port: null,
        answered: without('region', 'port', 'worker'),
      };
      return { ...fresh, worker: choice.mode === 'basic' ? choice.randomWorker : '' };
    }
    case 'hardware':
      if (choice.hardware === old.hardware && choice.only === (old.automatic ? old.algorithm : null)) {
        return answers;
      }
      return {
        ...answers,
        hardware: choice.hardware,
        algorithm: choice.only,
        automatic: choice.only !== null,
        region: null,
        port: null,
        answered: without('algorithm', 'region', 'port'),
      };
    case 'algorithm':
      if (choice.algorithm === old.algorithm) return answers;
      return {
        ...answers,
        algorithm: choice.algorithm,
        region: null,
        port: null,
        answered: without('region', 'port'),
      };
    case 'coin':
      if (choice.coin === old.coin) return answers;
      return { ...answers, coin: choice.coin, address: null, answered: without('address') };
    case 'address':
      return { ...answers, address: choice.address };
    case 'region':
      return { ...answers, region: choice.region };
    case 'port':
      return { ...answers, port: choice.port };
    case 'worker':
      return { ...answers, worker: choice.worker };
    case 'referral':
      return { ...answers, referral: choice.referral };
  }
}
