import { RATINGS, type Rating } from '../../shared/schema/choices.ts'

/** The highest rank (`rating_rank` in the library) that a result may have; without a rating, all. */
export const maxRank = (rating: Rating = 'r'): number => RATINGS.indexOf(rating)
