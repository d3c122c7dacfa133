// allowed
import { clock } from '../../domain/kernel/clock.ts';

export const planted = clock;
