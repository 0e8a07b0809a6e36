import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { InputError } from '../../../shared/errors.ts'
import { LANGUAGE_TAGS, languageOf, type TagsByLanguage, tagOf } from '../../../shared/language-tags.ts'
import { assertRoomFor, hasRoom, spend, takeRoom, throwRefusal } from '../../bounds.ts'
import { assertAllowedWords } from '../../settings.ts'
import { BitColumn, findRows, json } from '../../sql.ts'
import { can, isOwner, personOf } from '../actor.ts'
import { assertSeen, type OwnedItem, permitItem } from '../items.ts'
import { languagePart, waitAgain } from '../moderation/versions.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const tagsOf = (gif: string) => `
  (SELECT json_group_array(tag)
     FROM (SELECT tag FROM language_tags WHERE gif_id = ${gif} AND lang = ?2 ORDER BY position))`

// ?1 is a JSON list of ids.
const BULK = `
  SELECT g.id AS gif_id, g.user_id, g.is_hidden, ${tagsOf('g.id')} AS tags
    FROM json_each(?1) AS e
    JOIN gifs          AS g ON g.id = e.value AND g.is_removed = 0
   ORDER BY e.key`

const TAGS = `SELECT ${tagsOf('?1')} AS tags`

// What the item has, and its own tags, which others translate.
const KNOWN = `
  SELECT ${tagsOf('?1')} AS tags,
         (SELECT count(*) FROM language_tags WHERE gif_id = ?1) AS total,
         (SELECT json_group_array(tag) FROM tags WHERE gif_id = ?1) AS own`

// ?3 is a JSON list of [tag, what it translates]. Nothing is added where not all of it has room: two requests at once do
// not get past the bound.
const ADD = `
  WITH given AS MATERIALIZED (SELECT key, value ->> 0 AS tag, value ->> 1 AS own FROM json_each(?3)),
       there AS MATERIALIZED (SELECT lang, tag, position FROM language_tags WHERE gif_id = ?1),
       fresh AS MATERIALIZED (SELECT 1 FROM given WHERE tag NOT IN (SELECT tag FROM there WHERE lang = ?2))
  INSERT INTO language_tags (gif_id, lang, tag, position, translates)
  SELECT ?1, ?2, tag, key + coalesce((SELECT max(position) + 1 FROM there WHERE lang = ?2), 0), own FROM given
   WHERE (SELECT count(*) FROM there WHERE lang = ?2) + (SELECT count(*) FROM fresh) <= ${LANGUAGE_TAGS.language}
     AND (SELECT count(*) FROM there) + (SELECT count(*) FROM fresh) <= ${LANGUAGE_TAGS.item}
     AND ${hasRoom('languageTags', '?4', '(SELECT count(*) FROM fresh)')}
      ON CONFLICT (gif_id, lang, tag) DO UPDATE SET translates = excluded.translates WHERE excluded.translates <> ''`

const DELETE = 'DELETE FROM language_tags WHERE gif_id = ?1 AND lang = ?2 AND tag = ?3'

// A tag that the item has lost is translated by nothing.
const TRANSLATIONS = `
  SELECT coalesce(t.tag, '') AS tag, l.lang, l.tag AS translation
    FROM language_tags AS l
    LEFT JOIN tags     AS t ON t.gif_id = l.gif_id AND t.tag = l.translates
   WHERE l.gif_id = ?1
   ORDER BY t.tag IS NULL, t.tag, l.lang, l.position`

const Tags = json(v.array(v.string()))
const TagsRow = v.object({ tags: Tags })
const BulkRow = v.object({
  gif_id: v.string(),
  user_id: v.nullable(v.string()),
  is_hidden: BitColumn,
  tags: Tags,
})
const KnownRow = v.object({ tags: Tags, total: v.number(), own: Tags })
const TranslationRow = v.object({ tag: v.string(), lang: v.string(), translation: v.string() })

const wordsOf = (list: string | readonly string[]) =>
  [list].flat().flatMap((each) => each.split(',').map(tagOf))

const refuse = (field: string, message: string) => new InputError(`${field} ${message}`, { [field]: message })

/** Each tag once, with the item's own tag that it translates, or ''. @throws InputError */
function pairsOf(
  given: string | readonly string[],
  translates: string | readonly string[] | undefined,
  own: readonly string[],
): [tag: string, own: string][] {
  const tags = wordsOf(given)
  const meant = translates === undefined ? tags.map(() => '') : wordsOf(translates)
  if (tags.some((tag) => tag === '')) throw refuse('tags', 'must be words')
  if (meant.length !== tags.length) throw refuse('translates', 'must be as many tags as there are in tags')
  const unknown = meant.find((tag) => tag !== '' && !own.includes(tag))
  if (unknown !== undefined) throw refuse('translates', 'must be tags that the GIF has')
  return [...new Map(tags.map((tag, at) => [tag, meant[at] ?? '']))]
}

/** @throws InputError for more tags than an item has room for */
function assertRoom(
  pairs: readonly [string, string][],
  { tags, total }: v.InferOutput<typeof KnownRow>,
): void {
  const fresh = pairs.filter(([tag]) => !tags.includes(tag)).length
  if (tags.length + fresh > LANGUAGE_TAGS.language)
    throw refuse('tags', `must be at most ${LANGUAGE_TAGS.language} in one language`)
  if (total + fresh > LANGUAGE_TAGS.item)
    throw refuse('tags', `must be at most ${LANGUAGE_TAGS.item} in all languages`)
}

// ?2 tags by language, as `TagsByLanguage`.
const PUT = `
  INSERT INTO language_tags (gif_id, lang, tag, position, translates)
  SELECT g.id, lang.key, given.value ->> 0, given.key, given.value ->> 1
    FROM gifs AS g, json_each(?2) AS lang, json_each(lang.value) AS given WHERE g.id = ?1
      ON CONFLICT (gif_id, lang, tag) DO UPDATE SET position = excluded.position, translates = excluded.translates`
const DROP_OTHERS = `
  DELETE FROM language_tags
   WHERE gif_id = ?1 AND lang IN (SELECT key FROM json_each(?2))
     AND NOT EXISTS (SELECT 1 FROM json_each(?2, '$."' || lang || '"') WHERE value ->> 0 = tag)`

/**
 * The statements that make these an item's tags in the languages that are named. The rest stays.
 * @param keepOthers whether other tags of these languages stay as well
 */
export const putLanguageTags = (
  d1: D1Database,
  gif: string,
  tags: TagsByLanguage,
  { keepOthers = false }: { keepOthers?: boolean } = {},
): D1PreparedStatement[] => {
  const needed = Object.keys(tags).length === 0 ? [] : keepOthers ? [PUT] : [DROP_OTHERS, PUT]
  return needed.map((sql) => d1.prepare(sql).bind(gif, JSON.stringify(tags)))
}

/** @throws InputError for a tag that translates one that the item has not */
export function assertTranslations(tags: TagsByLanguage, own: readonly string[]): void {
  const known = own.map(tagOf)
  const unknown = Object.values(tags)
    .flat()
    .find(([, meant]) => meant !== '' && !known.includes(meant))
  if (unknown)
    throw refuse('language_tags', `must translate tags that the GIF has, and ${unknown[1]} is another`)
}

const ALL = 'SELECT lang, tag FROM language_tags WHERE gif_id = ?1'
const OWN_TAGS = 'SELECT tag FROM tags WHERE gif_id = ?1'

/**
 * The statements that make these an item's tags in the languages that are named, by who may edit it (`permitItem`); the
 * owner's change of what was decided makes it wait again (T57). Room for them is taken.
 * @param own the item's own tags, where they change too
 * @throws InputError; AppError 'conflict' or RateLimitError where there is no room
 */
export async function editLanguageTags(
  { d1, actor, nowMs }: Pick<SiteRequest, 'd1' | 'actor' | 'nowMs'>,
  gif: string,
  { item, tags, own }: { item: OwnedItem; tags: TagsByLanguage; own: readonly string[] | undefined },
): Promise<D1PreparedStatement[]> {
  const [there, mine] = await d1.batch<{ lang: string; tag: string }>([
    d1.prepare(ALL).bind(gif),
    d1.prepare(OWN_TAGS).bind(gif),
  ])
  assertTranslations(tags, own ?? (mine?.results ?? []).map(({ tag }) => tag))
  const known = there?.results ?? []
  const others = known.filter(({ lang }) => !Object.hasOwn(tags, lang)).length
  if (others + countTags(tags) > LANGUAGE_TAGS.item)
    throw refuse('language_tags', `must be at most ${LANGUAGE_TAGS.item} in all languages`)
  const isNew = ([lang, list]: [string, TagsByLanguage[string]]) =>
    (list ?? []).filter(([tag]) => !known.some((row) => row.lang === lang && row.tag === tag))
  await takeRoom(d1, 'languageTags', personOf(actor).id, Object.entries(tags).flatMap(isNew).length)
  const parts = Object.entries(tags).map(([lang, list]) => [languagePart(lang), list.map(([tag]) => tag)])
  return [
    ...(isOwner(actor, item) ? waitAgain(d1, { gif, parts: Object.fromEntries(parts), nowMs }) : []),
    ...putLanguageTags(d1, gif, tags),
  ]
}

/** How many tags there are in all languages. */
export const countTags = (tags: TagsByLanguage): number => Object.values(tags).flat().length

/** An item whose tags the caller may change; the owner's change of what was decided makes it wait again (T57). */
async function permitTags(deps: SiteRequest, id: string, lang: string) {
  const { item, audit } = await permitItem(deps, id, { action: 'gif.language-tags' })
  const owners = (tags: readonly string[]) =>
    isOwner(deps.actor, item)
      ? waitAgain(deps.d1, { gif: id, parts: { [languagePart(lang)]: tags }, nowMs: deps.nowMs })
      : []
  const known = v.parse(KnownRow, await deps.d1.prepare(KNOWN).bind(id, lang).first())
  return { known, audit, owners }
}

const tagsIn = (d1: D1Database, id: string, lang: string) => d1.prepare(TAGS).bind(id, lang)

/** §3 An item's tags in other languages, which its owner and staff give. */
export const languageTagHandlers = {
  /** Items that the actor may not see, or that do not exist, are left out. */
  async bulkLanguageTags({ d1, actor }, { gif_ids, lang: code }) {
    const lang = languageOf(code)
    const ids = [...new Set([gif_ids].flat().flatMap((each) => each.split(',')))]
    const rows = await findRows(BulkRow, d1.prepare(BULK).bind(JSON.stringify(ids), lang))
    const seen = rows
      .filter(({ user_id, is_hidden }) => can(actor, 'see', { user_id, isHidden: is_hidden }))
      .map(({ gif_id, tags }) => ({ gif_id, lang, tags }))
    return { body: { results: seen, count: seen.length } }
  },

  async addLanguageTags(deps, { id, tags, lang: code, translates }) {
    const { d1 } = deps
    const lang = languageOf(code)
    const { known, audit, owners } = await permitTags(deps, id, lang)
    await assertAllowedWords(deps, { tags })
    const pairs = pairsOf(tags, translates, known.own)
    assertRoom(pairs, known)
    const fresh = pairs.map(([tag]) => tag).filter((tag) => !known.tags.includes(tag))
    const who = personOf(deps.actor).id
    await assertRoomFor(d1, 'languageTags', who, fresh.length)
    const written = await d1.batch([
      ...owners([...known.tags, ...fresh]),
      d1.prepare(ADD).bind(id, lang, JSON.stringify(pairs), who),
      spend(d1, 'languageTags', who, fresh.length),
      ...audit,
      tagsIn(d1, id, lang),
    ])
    const { tags: stored } = v.parse(TagsRow, written.at(-1)?.results[0])
    if (fresh.some((tag) => !stored.includes(tag))) await throwRefusal(d1, 'languageTags', who, fresh.length)
    return { body: { gif_id: id, lang, tags: stored } }
  },

  /** A tag that is not there is gone, as it should be. */
  async deleteLanguageTag({ d1, ...deps }, { id, tag: word, lang: code }) {
    const [lang, tag] = [languageOf(code), tagOf(word)]
    const { known, audit, owners } = await permitTags({ d1, ...deps }, id, lang)
    await d1.batch([
      ...owners(known.tags.filter((each) => each !== tag)),
      d1.prepare(DELETE).bind(id, lang, tag),
      ...audit,
    ])
    return {}
  },

  /** `tag` is '' where it is unknown which of the item's tags it is. */
  async tagTranslations(deps, { id }) {
    await assertSeen(deps, id)
    const results = await findRows(TranslationRow, deps.d1.prepare(TRANSLATIONS).bind(id))
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers
