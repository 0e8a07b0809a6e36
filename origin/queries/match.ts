import { prefixTerm, type SearchPart, wholeTerm } from '../words.ts'

/** The items that a call reads: a shelf of the library, or one type. */
export type SearchKind = 'gifs' | 'stickers' | 'text' | 'video'

/** What the library itself asks of an item, in words of the column `facets` (migration 0023). */
export type Facets = {
  kind: SearchKind
  /** The rank of the highest rating that may come, 0 to 4. */
  maxRating: number
  /** Whether texts that are drawn on request are included. */
  dynamic?: boolean
  /** The id of the user whose items they are, as hexadecimal bytes. */
  user?: string | undefined
}

/** MATCH expressions of the same items: with the words whole, with the start of one, with all in a title, all in tags. */
export type GifMatch = { whole: string; starts: string; titled: string; tagged: string }

/** Matches nothing: the engine refuses an empty text. */
export const NOTHING = '{facets} : none'

/** The match of a text without words. */
export const NO_MATCH: GifMatch = { whole: NOTHING, starts: NOTHING, titled: NOTHING, tagged: NOTHING }

/** The number of an item, from its place (migration 0023). */
export const NUM_OF_PLACE = '4294967295 &'

const facetsOf = ({ kind, maxRating, dynamic = true, user }: Facets): string =>
  `{facets} : (${[`${kind}${maxRating}`, ...(dynamic ? [] : ['still']), ...(user ? [`u${user}`] : [])].join(' AND ')})`

/** All items with these facets. */
export const matchFacets = (facets: Facets): GifMatch => ({
  whole: facetsOf(facets),
  starts: NOTHING,
  titled: NOTHING,
  tagged: NOTHING,
})

/** Any alternative of a part. Of the words as they were typed the start may be enough. */
const oneOf = ([words, ...others]: SearchPart, own: (word: string) => string): string => {
  const all = [words.map(own), ...others.map((other) => other.map(wholeTerm))].map((terms) =>
    terms.join(' AND '),
  )
  return all.length === 1 && words.length === 1 ? all.join('') : `((${all.join(') OR (')}))`
}

/** Items with the parts of a search (at least one), all of them or any. A word is quoted, so it is never an operator. */
export function matchGifs(parts: readonly SearchPart[], facets: Facets, joint: 'AND' | 'OR'): GifMatch {
  const own = facetsOf(facets)
  const wholes = parts.map((part) => oneOf(part, wholeTerm)).join(` ${joint} `)
  const starts = parts.map((part) => oneOf(part, prefixTerm)).join(` ${joint} `)
  const within = (columns: string, terms: string) => `{${columns}} : (${terms})`
  const said = (terms: string) => within('title tags username', terms)
  return {
    whole: `${own} AND ${said(wholes)}`,
    starts: `(${own} AND ${said(starts)}) NOT ${said(wholes)}`,
    titled: `${own} AND ${within('title', wholes)}`,
    tagged: `${own} AND ${within('tags', wholes)}`,
  }
}
