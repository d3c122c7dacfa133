// breaks: web-features-know-no-app
import { router } from '../../app/router.tsx';

export const planted = router;
