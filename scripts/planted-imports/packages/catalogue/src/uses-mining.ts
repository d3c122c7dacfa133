// allowed
import { word } from '../../mining/src/word.ts';

export const planted = word;
