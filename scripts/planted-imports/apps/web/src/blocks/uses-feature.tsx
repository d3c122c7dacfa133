// breaks: web-blocks-know-shared-only
import { page } from '../features/coin/coin-page.tsx';

export const planted = page;
