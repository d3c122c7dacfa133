// breaks: no-cycle
import type { Whole } from './circle-by-type.ts';

export interface Half {
  readonly of: Whole;
}
