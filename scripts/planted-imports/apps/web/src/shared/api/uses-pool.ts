// breaks: web-knows-the-wire-only
import { verb } from '../../../../pool/src/domain/shares/verb.ts';

export const planted = verb;
