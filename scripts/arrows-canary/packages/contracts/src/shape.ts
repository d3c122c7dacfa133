export const shape = 'shape';
