import type { SiteVersionResponse } from '../http/site-version.ts';

/** `GET /v3/site/version` */
export const siteVersionExample: SiteVersionResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: '0.1.0',
};
