// breaks: imports-lead-somewhere
import { gone } from './gone.ts';

export const planted = gone;
