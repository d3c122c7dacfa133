import { readFileSync } from 'node:fs';
import { session } from './session.ts';

export const test = [readFileSync, session];
