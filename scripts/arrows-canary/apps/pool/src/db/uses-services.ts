// breaks: db-is-the-floor
import { verb } from '../services/work/verb.ts';

export const planted = verb;
