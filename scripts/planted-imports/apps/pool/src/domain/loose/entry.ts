export const planted = 'an area without a place';
