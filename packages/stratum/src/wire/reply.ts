import type { MessageId } from './message.ts';

/** `{"id":…,"result":true,"error":null}` with its line feed. */
export function acceptedLine(id: MessageId): string {
  return `{"id":${idText(id)},"result":true,"error":null}\n`;
}

/** A successful answer; `result` must be made of JSON values and ASCII text. */
export function resultLine(id: MessageId, result: unknown): string {
  return `{"id":${idText(id)},"result":${JSON.stringify(result)},"error":null}\n`;
}

/** A refusal: `[code, text, null]`. The codes are those of the protocol, 20 to 25. */
export function errorLine(id: MessageId, errorCode: number, text: string): string {
  return `{"id":${idText(id)},"result":null,"error":[${errorCode},${JSON.stringify(text)},null]}\n`;
}

/** Something that the pool says unasked. */
export function notificationLine(method: string, params: readonly unknown[]): string {
  return `{"id":null,"method":"${method}","params":${JSON.stringify(params)}}\n`;
}

/** Lines are pure ASCII, so that a shell may send them without encoding. */
export function idText(id: MessageId): string {
  if (typeof id === 'string') {
    return JSON.stringify(id).replace(/[\u007f-\uffff]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
  }
  return typeof id === 'number' && !Number.isFinite(id) ? 'null' : String(id);
}
