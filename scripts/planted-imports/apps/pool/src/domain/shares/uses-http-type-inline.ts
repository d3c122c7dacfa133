// breaks: domain-owns-its-ports
export type Planted = typeof import('../../edges/http/entry.ts').entry;
