// breaks: domain-owns-its-ports
import type { entry } from '../../edges/http/entry.ts';

export type Planted = typeof entry;
