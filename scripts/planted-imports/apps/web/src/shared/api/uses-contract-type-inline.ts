// breaks: web-takes-types-of-the-wire
import { type shape } from '../../../../../packages/contracts/src/shape.ts';

export type Planted = typeof shape;
