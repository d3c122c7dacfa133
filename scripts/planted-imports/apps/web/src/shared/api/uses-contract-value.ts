// breaks: web-takes-types-of-the-wire
import { shape } from '../../../../../packages/contracts/src/shape.ts';

export const planted = shape;
