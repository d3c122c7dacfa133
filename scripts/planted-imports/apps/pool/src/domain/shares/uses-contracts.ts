// breaks: wire-stays-at-the-edge
import { shape } from '../../../../../packages/contracts/src/shape.ts';

export const planted = shape;
