// breaks: web-features-are-strangers
import { page } from '../coin/coin-page.tsx';

export const planted = page;
