/** The ladder of ratings (`rating_rank` in the library): asking for one means 'at most'. */
const RANKS = { y: 0, g: 1, pg: 2, 'pg-13': 3, r: 4 } as const

export type RatingName = keyof typeof RANKS

/** The highest rank that may come; who asks for none gets all. */
export const maxRank = (rating: RatingName = 'r'): number => RANKS[rating]
