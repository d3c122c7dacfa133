// breaks: services-own-their-ports
export type Planted = typeof import('../../http/door.ts').door;
