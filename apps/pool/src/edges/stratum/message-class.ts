import type { Message } from '@openlode/stratum/wire/message';

/** What a message is counted as. */
export type MessageClass = 'submit' | 'login' | 'surplus-login' | 'other';

export function classOf(message: Message): Exclude<MessageClass, 'surplus-login'> {
  if (message.kind !== 'request') return 'other';
  if (message.method === 'mining.submit') return 'submit';
  return message.method === 'mining.authorize' ? 'login' : 'other';
}
