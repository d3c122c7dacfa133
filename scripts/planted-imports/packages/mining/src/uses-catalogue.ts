// breaks: mining-stands-alone
import { coin } from '../../catalogue/src/coin.ts';

export const planted = coin;
