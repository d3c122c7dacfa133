// breaks: runtime-is-the-floor
import { verb } from '../../domain/shares/verb.ts';

export const planted = verb;
