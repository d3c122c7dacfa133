import { allPrograms } from '@openlode/catalogue/programs';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CommandInput } from '@openlode/mining/build-command';
import type { OperatingSystem, Transport } from '@openlode/mining/mining-program';
import type { TemplateValues } from '@openlode/mining/template-values';
import { site } from '../../../shared/api/site.ts';
import { portOf, serverOf } from '../server-of.ts';
import type { WizardAnswers } from '../wizard-state.ts';
import { type Machine, rankPrograms } from './rank-programs.ts';

/** Who mines and where to: what every program is told. */
export interface Setup {
  readonly transport: Transport;
  readonly values: TemplateValues;
}

/** What the wizard asked for and always has in the end. */
export type SetupAnswers = WizardAnswers & { readonly coin: string; readonly address: string };

/** What the answers come to; the word `PORT` stands for a port where nothing listens. */
export function planSetup(answers: SetupAnswers, algorithm: AlgorithmItem): Setup {
  const server = serverOf(algorithm, answers.region);
  const { port, transport } = portOf(server, answers) ?? ({ port: 'PORT', transport: 'tcp' } as const);
  return {
    transport,
    values: {
      coin: answers.coin,
      address: answers.address,
      // It already stands behind the address.
      memo: null,
      worker: answers.worker,
      referralCode: answers.referral,
      host: server.url,
      port,
    },
  };
}

/** The programs that mine the algorithm on the machine, the best first, each with what its command is made from. */
export function listPrograms(
  setup: Setup,
  algorithm: string,
  machine: Machine & { readonly system: OperatingSystem },
): readonly CommandInput[] {
  const { distrust, fingerprint } = site().tls;
  const ownCertificate = distrust === null ? null : { fingerprint };
  return rankPrograms(allPrograms, algorithm, machine).map((fitting) => ({
    ...fitting,
    ...setup,
    system: machine.system,
    ownCertificate,
  }));
}
