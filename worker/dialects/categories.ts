import type { Context } from 'hono'
import { isWithinRating } from '../../shared/schema/choices.ts'
import type { App } from '../app-types.ts'
import { readContext } from '../http/read-context.ts'
import { allowsOf, type Freshness, providerOf, together } from './read-list.ts'

/** A word to search for, with its name and the URL of its picture, '' without one. */
export type CategoryPicture = { term: string; name: string; image: string }

/** Categories of one response. */
const MAX = 50

const PICTURES = ['fixed_width', 'fixed_height', 'downsized', 'original']

/** The provider's categories. One whose picture the rating rules out has none. */
export async function readCategories(
  c: Context<App>,
  rating: string | undefined,
): Promise<{ pictures: CategoryPicture[]; freshness: Freshness }> {
  const { value, ...source } = await providerOf(c).call('categories', { limit: MAX }, readContext(c))
  const allows = allowsOf(c)
  const pictures = value.data.flatMap(({ name, gif }) => {
    if (!name) return []
    const images = gif && isWithinRating(gif.rating, rating) && allows(gif) ? gif.images : {}
    const image = PICTURES.map((of) => images[of]?.url).find(Boolean) ?? ''
    return [{ term: name.toLowerCase(), name, image }]
  })
  return { pictures, freshness: together([source]) }
}
