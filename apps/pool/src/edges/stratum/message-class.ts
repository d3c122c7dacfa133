import type { MessageClass as DialectClass } from '@openlode/stratum/core/dialect';

/** What a message is counted as. */
export type MessageClass = DialectClass | 'surplus-login';
