// breaks: oracle-is-independent
import { session } from '../packages/stratum/src/session.ts';

export const planted = session;
