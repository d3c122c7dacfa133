import type { MessageId } from './message.ts';
import { idText } from './reply.ts';

/** Answers in the form of JSON-RPC 2.0: `{"id":…,"jsonrpc":"2.0","result":…}` with its line feed. */
export function rpc2ResultLine(id: MessageId, result: unknown): string {
  return `{"id":${idText(id)},"jsonrpc":"2.0","result":${JSON.stringify(result)}}\n`;
}

/** A refusal in the form of JSON-RPC 2.0. */
export function rpc2ErrorLine(id: MessageId, errorCode: number, text: string): string {
  return `{"id":${idText(id)},"jsonrpc":"2.0","error":{"code":${errorCode},"message":${JSON.stringify(text)}}}\n`;
}

/** The same as programs of Monero expect it, with an error that is null. */
export function rpc2NullErrorLine(id: MessageId, result: unknown): string {
  return `{"id":${idText(id)},"jsonrpc":"2.0","error":null,"result":${JSON.stringify(result)}}\n`;
}
