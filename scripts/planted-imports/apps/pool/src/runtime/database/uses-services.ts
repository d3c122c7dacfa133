// breaks: runtime-is-the-base
import { verb } from '../../domain/shares/verb.ts';

export const planted = verb;
