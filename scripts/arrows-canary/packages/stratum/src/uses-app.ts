// breaks: packages-know-no-app
import { verb } from '../../../apps/pool/src/services/work/verb.ts';

export const planted = verb;
