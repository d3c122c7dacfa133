// allowed
import type { shape } from '../../../../../packages/contracts/src/shape.ts';

export type Allowed = typeof shape;
