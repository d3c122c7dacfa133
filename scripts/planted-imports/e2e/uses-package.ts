// allowed
import { word } from '../packages/mining/src/word.ts';

export const planted = word;
