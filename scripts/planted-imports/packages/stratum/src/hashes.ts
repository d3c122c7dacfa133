// breaks: packages-do-no-io
import { createHash } from 'crypto';

export const planted = createHash;
