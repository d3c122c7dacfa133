// breaks: rails-ask-the-nodes-of-chains
import { verb } from '../../domain/shares/verb.ts';

export const planted = verb;
