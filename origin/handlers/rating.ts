/** The ratings in order (`rating_rank` in the library): a request's rating is the maximum. */
const RANKS = { y: 0, g: 1, pg: 2, 'pg-13': 3, r: 4 } as const

export type RatingName = keyof typeof RANKS

/** The highest rank that a result may have; without a rating, all. */
export const maxRank = (rating: RatingName = 'r'): number => RANKS[rating]
