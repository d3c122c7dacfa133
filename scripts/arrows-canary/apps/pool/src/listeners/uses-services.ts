// allowed
import { verb } from '../services/work/verb.ts';

export const planted = verb;
