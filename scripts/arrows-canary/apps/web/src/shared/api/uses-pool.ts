// breaks: web-knows-the-wire-only
import { verb } from '../../../../pool/src/services/work/verb.ts';

export const planted = verb;
