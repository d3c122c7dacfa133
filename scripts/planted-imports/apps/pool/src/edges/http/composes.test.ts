import { part } from '../../app/part.ts';

export const composed = part;
