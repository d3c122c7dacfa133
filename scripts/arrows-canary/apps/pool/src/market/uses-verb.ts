// breaks: adapters-know-ports-only
import { verb } from '../services/work/verb.ts';

export const planted = verb;
