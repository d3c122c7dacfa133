// breaks: pool-knows-no-web
import { button } from '../../../../web/src/shared/ui/button.tsx';

export const planted = button;
