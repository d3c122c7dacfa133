// breaks: web-shared-knows-no-product
import { box } from '../../blocks/address-box.tsx';

export const planted = box;
