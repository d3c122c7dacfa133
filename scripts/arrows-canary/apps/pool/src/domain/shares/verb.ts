export const verb = 'verb';
