export const coin = 'coin';
