import * as v from 'valibot'
import { FilledText, NaturalNumber } from '../vocabulary.ts'

const Day = v.pipe(v.string(), v.isoDate())

/** What is counted, in the order of its columns. */
export const FIGURES = ['views', 'hovers', 'clicks', 'favorites', 'shares'] as const
export type Figure = (typeof FIGURES)[number]

const counts = {
  views: NaturalNumber,
  hovers: NaturalNumber,
  clicks: NaturalNumber,
  favorites: NaturalNumber,
  shares: NaturalNumber,
}

/** What was done with an item on a day in UTC. */
export const OwnFigures = v.strictObject({ gif_id: FilledText, title: v.string(), day: Day, ...counts })

/** The same of all items together. */
export const OwnFigureDay = v.strictObject({ day: Day, ...counts })

/** Where items were seen: an origin, '' for those beyond the first 100 of an item and day. */
export const OwnFigureSite = v.strictObject({
  site: v.string(),
  views: NaturalNumber,
  hovers: NaturalNumber,
  clicks: NaturalNumber,
})
