// breaks: catalogue-knows-mining-only
import { shape } from '../../contracts/src/shape.ts';

export const planted = shape;
