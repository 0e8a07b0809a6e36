import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { noSuchGif } from '../../shared/errors.ts'
import { isWithinRating } from '../../shared/schema/choices.ts'
import {
  CategoryListSchema,
  ChannelListSchema,
  OneGifSchema,
  StringListSchema,
  TermListSchema,
} from '../../shared/schema/provider-response.ts'
import { hasGifs, leaveOut } from './gone/left-out.ts'
import type { Provider } from './provider.ts'

type Input = Record<string, unknown>
type Entry = Record<string, unknown>
type Body = { data?: unknown; pagination?: unknown }
/** The fields of an item that say whose and what it is, as a provider sends them or a schema reads them. */
type Rated = { id?: unknown; rating?: unknown; tags?: unknown; username?: unknown; user?: unknown }

/** What somebody may read: items up to a rating, without those of a list (`migrations/0032_partner_keys.sql`). */
export type Bounds = { rating: string; blocked: readonly string[] }

/** The provider within bounds. `parsed` and `call` give whole copies, which all share: `allows` says which items to show. */
export type Narrowed = {
  provider: Pick<Provider, 'read' | 'call' | 'parsed'>
  allows: (item: Rated) => boolean
}

/** Random items are read again this often until one is within the bounds. */
const RANDOM_TRIES = 3

const isRecord = (value: unknown): value is Entry => typeof value === 'object' && value !== null

const lower = (text: unknown): string => String(text).toLowerCase()

/** The entries of a list that begin with a mark, without it. */
const marked = (blocked: readonly string[], mark: string): ReadonlySet<string> =>
  new Set(blocked.filter((each) => each.startsWith(mark)).map((each) => lower(each.slice(mark.length))))

const takesRating = ({ input }: Pick<Call, 'input'>): boolean =>
  'entries' in input && isRecord(input.entries) && 'rating' in input.entries

/** The provider for somebody whose key has bounds. Without any it is the provider itself. */
export function narrowed(provider: Provider, { rating, blocked }: Bounds): Narrowed {
  const max = rating === 'r' ? undefined : rating
  if (max === undefined && blocked.length === 0) return { provider, allows: () => true }

  const ids = new Set(blocked.filter((each) => !/^[#@]/.test(each)))
  const tags = marked(blocked, '#')
  const users = marked(blocked, '@')

  const isBlockedUser = (user: unknown) => isRecord(user) && users.has(lower(user.username))
  const isBlockedTag = (tag: unknown) => tags.has(lower(isRecord(tag) ? (tag.text ?? tag.name) : tag))

  const allows = ({ id, rating: own, tags: words, username, user }: Rated): boolean =>
    isWithinRating(lower(own), max) &&
    !ids.has(String(id)) &&
    !users.has(lower(username)) &&
    !isBlockedUser(user) &&
    !(tags.size > 0 && Array.isArray(words) && words.some(isBlockedTag))

  /** @throws AppError 'not-found' for a call that names a blocked item. */
  function bounded(call: Call, input: Input): Input {
    if (ids.has(String(input.id ?? input.gif_id))) throw noSuchGif()
    const asked = String(input.rating ?? 'r')
    return max !== undefined && takesRating(call) && !isWithinRating(asked, max)
      ? { ...input, rating: max }
      : input
  }

  /** A response without what is out of bounds; the same object where nothing is. */
  function within<B extends Body>(call: Call, body: B): B {
    if (hasGifs(call)) {
      const left = leaveOut(call, body, (item) => !allows(item))
      const found = left === body ? body : { ...left, ...paging(body) }
      if (call.response === CategoryListSchema) return withoutCategories(found)
      return call.response === ChannelListSchema ? without(found, ({ user }) => isBlockedUser(user)) : found
    }
    const isWords = call.response === TermListSchema || call.response === StringListSchema
    return isWords ? withoutWords(body) : body
  }

  const withoutWords = <B extends Body>(body: B): B => (tags.size > 0 ? without(body, isBlockedTag) : body)

  /** A category is a word to search for, and so is what is below it. */
  function withoutCategories<B extends Body>(body: B): B {
    const left = withoutWords(body)
    if (tags.size === 0 || !Array.isArray(left.data)) return left
    const data = left.data.map((entry: Entry) => {
      const { data: subcategories } = withoutWords({ data: entry.subcategories })
      return subcategories ? { ...entry, subcategories } : entry
    })
    return { ...left, data }
  }

  async function read(...[call, input, context]: Parameters<Provider['read']>) {
    const own = bounded(call, input)
    const isRandom = call.cache === 'never' && call.response === OneGifSchema
    for (let tries = isRandom ? RANDOM_TRIES : 1; ; tries--) {
      const found = await provider.read(call, own, context)
      const body = JSON.parse(new TextDecoder().decode(found.bytes)) as Body
      const left = within(call, body)
      if (left === body) return found
      if (call === providerCalls.gif) throw noSuchGif()
      if (tries === 1) return { ...found, bytes: new TextEncoder().encode(JSON.stringify(left)) }
    }
  }

  return {
    allows,
    provider: {
      read,
      async call(name, raw, context) {
        const call: Call = providerCalls[name]
        const found = await provider.call(name, bounded(call, raw), context)
        // Categories keep their pictures: `allows` is for items. What is left has the form that it had.
        if (call.response === CategoryListSchema)
          return { ...found, value: withoutCategories(found.value as Body) as typeof found.value }
        return hasGifs(call)
          ? found
          : { ...found, value: within(call, found.value as Body) as typeof found.value }
      },
      parsed: async (call, input, ...rest) => provider.parsed(call, bounded(call, input), ...rest),
    },
  }
}

/**
 * Where the next page begins stays as the provider says, so that nobody reads an item twice. A list that may go on says so:
 * GIPHY's clients end at a page without a new item (`docs/wire.md`).
 */
function paging({ data, pagination }: Body): Body {
  if (!isRecord(pagination)) return {}
  const { offset, total_count: total } = pagination
  const end = Number(offset ?? 0) + (Array.isArray(data) ? data.length : 0)
  return { pagination: { ...pagination, ...(end < Number(total) && { hasMoreGifs: true }) } }
}

function without<B extends Body>(body: B, isOut: (entry: Entry) => boolean): B {
  const { data } = body
  if (!Array.isArray(data) || !data.some(isOut)) return body
  return { ...body, data: data.filter((entry) => !isOut(entry)) }
}
