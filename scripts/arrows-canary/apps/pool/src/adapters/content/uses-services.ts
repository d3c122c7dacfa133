// breaks: content-is-read-only-words
import { verb } from '../../domain/shares/verb.ts';

export const planted = verb;
