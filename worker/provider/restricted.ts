import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { noSuchGif } from '../../shared/errors.ts'
import { ITEM_TYPES, isWithinRating } from '../../shared/schema/choices.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  OneGifSchema,
  StringListSchema,
  TermListSchema,
} from '../../shared/schema/provider-response.ts'
import { type Input, type Reply, replyOfPage } from './layer.ts'
import { withMaxRating } from './max-rating.ts'
import { filterEntries, filterGifs, hasGifs, isRecord, mapEntries, type Page } from './page.ts'
import type { Provider } from './provider.ts'

/** The fields of an item that say whose and what it is, as a provider sends them or a schema reads them. */
type Rated = Partial<Record<'id' | 'type' | 'rating' | 'tags' | 'username' | 'user', unknown>>

/** What a key may read: items up to a rating, without those of a list (`migrations/0032_partner_keys.sql`). */
export type Bounds = { rating: string; blocked: readonly string[] }

/** The provider within bounds. `parsed` and `call` give whole copies, which all share: `allows` says which items to show. */
export type Restricted = {
  provider: Pick<Provider, 'read' | 'call' | 'parsed'>
  allows: (item: Rated) => boolean
}

/** Random items are read again this often until one is within the bounds. */
const RANDOM_TRIES = 3

const lower = (text: unknown): string => String(text).toLowerCase()

/** The entries of a block list that begin with a mark, without it. */
const marked = (blocked: readonly string[], mark: string): ReadonlySet<string> =>
  new Set(blocked.filter((each) => each.startsWith(mark)).map((each) => lower(each.slice(mark.length))))

/** Types of items by their names in a block list: one, or many. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...ITEM_TYPES.flatMap((type) => [[type, type] as const, [`${type}s`, type] as const]),
  ['clip', 'video'],
  ['clips', 'video'],
])

/** What bounds say of items, of users, and of words. */
function rulesOf({ rating, blocked }: Bounds) {
  const max = rating === 'r' ? undefined : rating
  const ids = new Set(blocked.filter((each) => !/^[#@]/.test(each)))
  const types = new Set(blocked.flatMap((each) => TYPES.get(lower(each)) ?? []))
  const tags = marked(blocked, '#')
  const users = marked(blocked, '@')

  const isBlockedUser = (user: unknown) => isRecord(user) && users.has(lower(user.username))
  const isBlockedTag = (tag: unknown) => tags.has(lower(isRecord(tag) ? (tag.text ?? tag.name) : tag))

  const allows = ({ id, type, rating: own, tags: words, username, user }: Rated): boolean =>
    isWithinRating(lower(own), max) &&
    !ids.has(String(id)) &&
    !types.has(lower(type)) &&
    !users.has(lower(username)) &&
    !isBlockedUser(user) &&
    !(tags.size > 0 && Array.isArray(words) && words.some(isBlockedTag))

  /** @throws AppError 'not-found' for a call that names a blocked item. */
  function bounded(call: Call, input: Input): Input {
    if (ids.has(String(input.id ?? input.gif_id))) throw noSuchGif()
    return withMaxRating(call, input, max)
  }

  return { isBlockedUser, isBlockedTag, allows, bounded }
}

type Rules = ReturnType<typeof rulesOf>

/** A response without what is out of bounds; the same object where nothing is. */
function within<P extends Page>(rules: Rules, call: Call, page: P): P {
  const { response } = call
  const open = filterGifs(call, page, 'same place', rules.allows)
  if (response === CategoryListSchema) return withoutCategories(rules, open)
  if (response === ChannelListSchema)
    return filterEntries(open, 'untouched', (entry) => !isRecord(entry) || !rules.isBlockedUser(entry.user))
  const isWords = response === TermListSchema || response === StringListSchema
  return isWords ? withoutWords(rules, page) : open
}

const withoutWords = <P extends Page>({ isBlockedTag }: Rules, page: P): P =>
  filterEntries(page, 'untouched', (word) => !isBlockedTag(word))

/** A category is a word to search for, and so is what is below it. */
function withoutCategories<P extends Page>(rules: Rules, page: P): P {
  const left = withoutWords(rules, page)
  return mapEntries(left, 'untouched', (entry) => {
    if (!isRecord(entry)) return entry
    const { data: subcategories } = withoutWords(rules, { data: entry.subcategories })
    return subcategories === entry.subcategories ? entry : { ...entry, subcategories }
  })
}

/** The provider for a key that has bounds. Without any it is the provider itself. */
export function restricted(provider: Provider, bounds: Bounds): Restricted {
  if (bounds.rating === 'r' && bounds.blocked.length === 0) return { provider, allows: () => true }
  const rules = rulesOf(bounds)

  async function read(...[call, input, context]: Parameters<Provider['read']>): Promise<Reply> {
    const own = rules.bounded(call, input)
    const isRandom = call.cache === 'never' && call.response === OneGifSchema
    for (let tries = isRandom ? RANDOM_TRIES : 1; ; tries--) {
      const found = await provider.read(call, own, context)
      const page = within(rules, call, found.body.page)
      if (page === found.body.page) return found
      if (call === providerCalls.gif) throw noSuchGif()
      const { isPrivate } = found
      if (tries === 1) return { ...replyOfPage(page, found), ...(isPrivate && { isPrivate }) }
    }
  }

  return {
    allows: rules.allows,
    provider: {
      read,
      async call(name, raw, context) {
        const call: Call = providerCalls[name]
        const found = await provider.call(name, rules.bounded(call, raw), context)
        // Categories keep their pictures: `allows` is for items. What is left has the form that it had.
        if (call.response === CategoryListSchema)
          return { ...found, value: withoutCategories(rules, found.value as Page) as typeof found.value }
        return hasGifs(call)
          ? found
          : { ...found, value: within(rules, call, found.value as Page) as typeof found.value }
      },
      parsed: async (call, input, ...rest) => provider.parsed(call, rules.bounded(call, input), ...rest),
    },
  }
}
