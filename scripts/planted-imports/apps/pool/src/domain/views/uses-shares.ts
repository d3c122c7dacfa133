// allowed
import { verb } from '../shares/verb.ts';

export const planted = verb;
