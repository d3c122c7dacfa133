import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { ill } from './diagnosis.ts';

/**
 * Asks a node that payouts rely on, and has its answer judged.
 *
 * @param noun what the network calls its nodes
 */
export async function askNode<Report>(
  subject: string,
  ask: () => Promise<Report>,
  judge: (subject: string, report: Report) => Diagnosis,
  noun = 'node',
): Promise<Diagnosis> {
  try {
    return judge(subject, await ask());
  } catch (error) {
    return ill(
      subject,
      (error as Error).message,
      `Bring the ${noun} back: nothing is paid while two do not answer.`,
    );
  }
}
