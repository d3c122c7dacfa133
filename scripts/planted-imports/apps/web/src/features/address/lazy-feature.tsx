// breaks: web-features-are-strangers
export const planted = () => import('../coin/coin-page.tsx');
