// breaks: ledger-stands-alone
import { word } from '../../mining/src/word.ts';

export const planted = word;
