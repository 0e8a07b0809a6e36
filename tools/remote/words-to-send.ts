import { basename, extname } from 'node:path'
import { filmOf } from '../../shared/calls/film-address.ts'
import { NO_OWNER } from '../../shared/calls/site/own-gifs.ts'
import { fileWords } from '../library/words-of.ts'
import type { Said } from '../listing/listing.ts'
import type { Change, Film, KnownFile, Words } from './remote-library.ts'

/** What is said of a new item: by its list, else by its file's name. */
export function wordsToSend(path: string, said: Said): Words {
  const { title, tags } = fileWords(basename(path, extname(path)))
  const { author, id, source, language_tags, ...rest } = said
  return {
    title,
    tags,
    rating: 'g',
    ...defined({ ...rest, source_post_url: source || undefined, owner: ownerOf(author), gif_id: id }),
    ...(language_tags && { language_tags: JSON.stringify(language_tags) }),
  }
}

const ownerOf = (author: string | undefined) => (author === '' ? NO_OWNER : author)

type Known = NonNullable<KnownFile['words']>

/**
 * What differs between what a list says of an item and what is said of it there. Its id, its address, and since when it is
 * there stay.
 */
export function differences(said: Said, known: Known): { change: Change; film: Film | undefined } {
  const { title, alt_text, tags, rating, type, source, author, language_tags } = said
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const other = <T>(wanted: T | undefined, is: unknown): T | undefined =>
    wanted === undefined || same(wanted, is) ? undefined : wanted
  const tagged = Object.entries(language_tags ?? {}).filter(
    ([lang, list]) => !same(list, known.language_tags[lang] ?? []),
  )
  const isOwner = author === undefined || author.toLowerCase() === known.username.toLowerCase()
  return {
    change: defined({
      title: other(title, known.title),
      alt_text: other(alt_text, known.alt_text),
      tags: other(tags, known.tags)?.join(','),
      rating: other(rating, known.rating),
      // A film stays one.
      type: known.type === 'video' ? undefined : other(type, known.type),
      source_post_url: other(source, known.source_post_url),
      language_tags: tagged.length > 0 ? JSON.stringify(Object.fromEntries(tagged)) : undefined,
      owner: isOwner ? undefined : ownerOf(author),
    }),
    film: filmChange(said, known),
  }
}

function filmChange(
  { film_url: url, film_start: start }: Said,
  { external_media: there }: Known,
): Film | undefined {
  if (url === undefined) return undefined
  const film = filmOf(url, start)
  const isThere = film?.asset_uid === there?.asset_uid && film?.start_time === there?.start_time
  return isThere ? undefined : { url, start }
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
