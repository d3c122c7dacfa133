// breaks: domain-owns-its-ports
export type Planted = typeof import('../../edges/http/door.ts').door;
