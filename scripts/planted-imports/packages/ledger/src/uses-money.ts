// allowed
import { cut } from '../../money/src/cut.ts';

export const planted = cut;
