// allowed
import { clock } from '../services/ports/clock.ts';

export const planted = clock;
