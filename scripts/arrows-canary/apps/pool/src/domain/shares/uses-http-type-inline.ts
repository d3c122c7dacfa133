// breaks: services-own-their-ports
export type Planted = typeof import('../../edges/http/door.ts').door;
