/** The rail of a sandbox, as `OPENLODE_RAIL` names it. */
export const sandboxRailName = 'sandbox';
