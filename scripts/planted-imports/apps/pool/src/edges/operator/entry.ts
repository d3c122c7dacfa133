export const admission = 'admission';
