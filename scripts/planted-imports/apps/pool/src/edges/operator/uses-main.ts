// breaks: nothing-imports-main
import { start } from '../../main.ts';

export const planted = start;
