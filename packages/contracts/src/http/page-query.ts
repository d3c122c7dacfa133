import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { pageNumber } from '../primitives.ts';

/** The query of lists that come in pages of 10. */
export const PageQuery = closedObject({ page: Type.Optional(pageNumber()) });
export type PageQuery = Static<typeof PageQuery>;
