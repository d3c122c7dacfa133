export const cut = 'cut';
