// breaks: web-features-are-strangers
export { page } from '../coin/coin-page.tsx';
