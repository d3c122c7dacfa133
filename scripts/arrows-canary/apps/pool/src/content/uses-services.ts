// breaks: content-is-read-only-words
import { verb } from '../services/work/verb.ts';

export const planted = verb;
