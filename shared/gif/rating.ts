const RANKS = ['y', 'g', 'pg', 'pg-13', 'r']

/** Whether a rating is at most another. One that is not known is so where there is no bound. */
export const isWithin = (rating: string, max: string | undefined): boolean =>
  max === undefined || (RANKS.includes(rating) && RANKS.indexOf(rating) <= RANKS.indexOf(max))
