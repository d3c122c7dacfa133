// breaks: no-restricted-imports
import { env } from 'node:process';

export const planted = env;
