// breaks: no-cycle
import type { Half } from './circle-by-type-back.ts';

export interface Whole {
  readonly half: Half;
}
