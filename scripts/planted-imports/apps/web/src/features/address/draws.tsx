// breaks: web-features-are-strangers
import { page } from '../coin/coin-page.tsx';

export function Planted() {
  return <button type="button">{page}</button>;
}
