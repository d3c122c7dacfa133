// breaks: domain-imports-downward
import type { read } from '../views/read.ts';

export type Planted = typeof read;
