import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

type Offer = Pick<AlgorithmItem, 'typeCode' | 'showInWizard' | 'isInOurEasyMiningApp'>;

/** Where `Get started` leads. What runs on ASICs alone is set up on the machine itself: articles explain how. */
export function startPath({ typeCode, showInWizard, isInOurEasyMiningApp }: Offer): string {
  const isGuided = typeCode !== 'asic' || showInWizard || isInOurEasyMiningApp;
  return isGuided ? '/start' : '/support?search=ASIC';
}
