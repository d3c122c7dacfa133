import { defineHeaderDialect, nonceWithin, targetDigits } from '../../core/define-header-dialect.ts';
import type { HeaderLayout, Request } from '../../core/header-layout.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { MessageId } from '../../wire/message.ts';
import { idText } from '../../wire/reply.ts';

/** As many as Iron Fish's own pool gives. */
const prefixBytes = 2;
const graffitiBytes = 32;
const randomnessBytes = 8;
const graffitiText = 'Openlode';
/** Text in front, zeros behind. */
const graffiti = Uint8Array.from({ length: graffitiBytes }, (_, at) => graffitiText.codePointAt(at) ?? 0);

/** What a verifier of FishHash is given: the header of 180 bytes with what a miner added. Its verdict is the hash, 32 bytes, most significant first. */
export type IronfishInput = Uint8Array;

const versions: ReadonlySet<unknown> = new Set([undefined, 1, 2, 3]);

export function bodyOf({ fields }: Request): Readonly<Record<string, unknown>> {
  const { body } = fields;
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

/** Programs want numbers. */
function numberOf(id: MessageId): string {
  return id === null ? '0' : idText(id);
}

export function line(id: MessageId, method: string, body: Readonly<Record<string, unknown>>): string {
  return `{"id":${numberOf(id)},"method":"${method}","body":${JSON.stringify(body)}}\n`;
}

function submitted(id: MessageId, outcome: string): string {
  return `{"id":${numberOf(id)},"method":"mining.submitted","body":{"id":${numberOf(id)},${outcome}}}\n`;
}

/** What programs call a job: 28 bits of its id, which the few open jobs of a session have unlike one another. */
export function requestNumber(id: string): number {
  return Number.parseInt(id.slice(-7), 16);
}

/**
 * Iron Fish's Stratum, versions 1 to 3: `mining.subscribe` is the login, what is said stands in a `body`, and the worker in a field of its
 * own. Two bytes of the randomness are the pool's, but not in version 1, which has the pool's graffiti instead; in version 2 the graffiti
 * is the miner's.
 *
 * @see iron-fish/ironfish, mining/stratum; Kerney666/ironfish, TRM_STRATUM.md
 */
export const ironfishLayout: HeaderLayout = {
  name: 'ironfish',
  prefixBytes,
  begin(session, message) {
    const { version } = bodyOf(message);
    if (!versions.has(version)) return requestRefusal.ironfishVersion;
    return version === undefined || version === 1 ? { ...session, prefix: '' } : session;
  },
  loginOf(message) {
    const { publicAddress, name, password } = bodyOf(message);
    return { text: publicAddress, workerField: name, password };
  },
  loggedIn: (id, { prefix }) =>
    line(
      id,
      'mining.subscribed',
      prefix === ''
        ? { clientId: 0, graffiti: graffitiText }
        : { clientId: Number.parseInt(prefix, 16), xn: prefix },
    ),
  work: ({ opened, target }, isNewWork) => {
    const { id, work } = opened.job;
    const header = hexOfBytes(ironfishInput(work, new Uint8Array([...graffiti, ...noRandomness])));
    const notify = line(0, 'mining.notify', { miningRequestId: requestNumber(id), header });
    return isNewWork ? [line(0, 'mining.set_target', { target: targetDigits(target) }), notify] : [notify];
  },
  /** The seal is graffiti and randomness. */
  submissionOf(message, { prefix }) {
    const { miningRequestId: jobId, randomness, graffiti: chosen } = bodyOf(message);
    const first = chosen === undefined ? graffiti : nonceWithin(chosen, graffitiBytes, '');
    const last = nonceWithin(randomness, randomnessBytes, prefix);
    if (first === undefined || last === undefined) return { user: undefined, jobId, seal: undefined };
    return { user: undefined, jobId, seal: new Uint8Array([...first, ...last]) };
  },
  isJob: ({ job: { id } }, jobId) => jobId === requestNumber(id),
  inputOf: ({ job: { work } }, seal): IronfishInput => ironfishInput(work, seal),
  hashOf: (verdict) => (verdict as Uint8Array).toReversed(),
  accepted: (id) => submitted(id, '"result":true'),
  rejected: (id, _code, text) => submitted(id, `"result":false,"message":${JSON.stringify(text)}`),
  refusal: (id, _code, text) => `{"id":0,"error":{"id":${numberOf(id)},"message":${JSON.stringify(text)}}}\n`,
};

export const ironfish = defineHeaderDialect(ironfishLayout);

const noRandomness = new Uint8Array(randomnessBytes);

/** The header with graffiti at its beginning and randomness at its end. */
export function ironfishInput(header: Uint8Array, seal: Uint8Array): IronfishInput {
  const input = header.slice();
  input.set(seal.subarray(0, graffitiBytes));
  input.set(seal.subarray(graffitiBytes), header.length - randomnessBytes);
  return input;
}
