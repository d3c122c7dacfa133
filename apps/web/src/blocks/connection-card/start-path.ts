import { notMinedInJavaScript } from '@openlode/mining/sandbox-default';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

type Offer = Pick<AlgorithmItem, 'code' | 'typeCode' | 'showInWizard' | 'isInOurEasyMiningApp' | 'work'>;

/**
 * Where `Get started` leads. What runs on ASICs alone is set up on the machine itself: articles explain how. On a sandbox the
 * setup has what the sandbox checks, whatever machine it is for: any computer can mine it there, but for what takes a program.
 */
export function startPath(offer: Offer, isSandbox: boolean): string {
  const { code, typeCode, showInWizard, isInOurEasyMiningApp, work } = offer;
  if (isSandbox && work === 'verified' && !notMinedInJavaScript.has(code)) return '/wizard';
  const isGuided = typeCode !== 'asic' || showInWizard || isInOurEasyMiningApp;
  return isGuided ? '/start' : '/support?search=ASIC';
}
