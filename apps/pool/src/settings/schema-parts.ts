import { Type } from 'typebox';

/** No other settings than those that are listed. */
export const strict = { additionalProperties: false };
/** How a node or a wallet is reached. */
export const reached = {
  name: Type.String({
    pattern: '^[a-z0-9-]{1,32}$',
    description: '1 to 32 small letters, digits and hyphens',
  }),
  url: Type.String({ description: 'such as http://127.0.0.1:9332' }),
  login: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
};

export const AddressSchema = Type.String({ pattern: '^[\\x21-\\x7e]{10,120}$', description: 'an address' });

export const whole = (least: number, most: number) =>
  Type.Integer({ minimum: least, maximum: most, description: `a whole number from ${least} to ${most}` });
