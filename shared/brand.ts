/** The brand's colour, where it must be known to code: a film's player is dressed in it (§7). */
export const BRAND_COLOUR = '#6d5efc'
