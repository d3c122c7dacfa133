// breaks: no-restricted-properties
export const planted = process.env['OPENLODE_PORT'];
