import { printLine, type SignerAnswer } from '@openlode/signing/messages';
import { readRequest } from '@openlode/signing/read-request';
import { framesOf } from '../frames-of.ts';
import type { Signer } from '../signer.ts';

/** Lines of refusals in a minute: a caller that is refused all the time does not fill the log. */
const refusalsMax = 60;

const minuteMs = 60_000;

/** What answers a line of the socket, and tells the log what was signed and refused. It never throws. */
export function lineAnswerer(
  signer: Pick<Signer, 'respond'>,
  log: (sentence: string) => void,
  now: () => number,
): (line: string) => Promise<string> {
  let minute = 0;
  let refusals = 0;
  const logRefusal = (sentence: string): void => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) [minute, refusals] = [current, 0];
    refusals += 1;
    if (refusals <= refusalsMax) log(sentence);
    if (refusals === refusalsMax) log('no more refusals are logged in this minute');
  };
  return async (line) => {
    let answer: SignerAnswer;
    try {
      const request = readRequest(line);
      answer = 'ok' in request ? request : await signer.respond(request);
    } catch (error) {
      // The message of a foreign error may quote what it was given, keys included: only where it happened is logged.
      logRefusal(`internal error\n${framesOf(error)}`);
      answer = { ok: false, reason: 'internal', why: 'The signer failed: its log says where.' };
    }
    if (!answer.ok) logRefusal(`refused, ${answer.reason}: ${answer.why}`);
    else if (answer.type === 'signed' && !answer.again)
      log(`signed ${answer.txid}, line ${answer.journal.entry} of the journal, fee ${answer.fee}`);
    return printLine(answer);
  };
}
