// breaks: suites-start-the-app
import { verb } from '../apps/pool/src/services/work/verb.ts';

export const planted = verb;
