// breaks: packages-know-no-app
import { verb } from '../../../apps/pool/src/domain/shares/verb.ts';

export const planted = verb;
