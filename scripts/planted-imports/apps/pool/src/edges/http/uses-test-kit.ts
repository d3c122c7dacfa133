// breaks: products-import-no-tests
import { miner } from '../../../../../testing/miner.ts';

export const planted = miner;
