// breaks: adapters-know-ports-only
import { verb } from '../../domain/shares/verb.ts';

export const planted = verb;
