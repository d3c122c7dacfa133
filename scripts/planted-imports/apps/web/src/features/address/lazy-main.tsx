// breaks: nothing-imports-main
import { entry } from '../../main.tsx';

export const planted = entry;
