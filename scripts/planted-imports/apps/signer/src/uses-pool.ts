// breaks: signer-knows-no-pool
import { part } from '../../pool/src/app/part.ts';

export const planted = part;
