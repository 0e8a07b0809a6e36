import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { itemId } from '../../media/manifest/item-id.ts'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { shaOf } from '../../media/manifest/media-file.ts'
import { typeColumns, typeFor } from '../../origin/item-type.ts'
import { contentOf, passDoor } from '../../origin/uploads/bytes-door.ts'
import { providerTime, titleSlug, WEIGHT_OF_NEW } from '../../origin/uploads/item-row.ts'
import { phashStatements } from '../../origin/uploads/phashes.ts'
import { filmOf } from '../../shared/calls/film-address.ts'
import { AppError } from '../../shared/errors.ts'
import { checkBytes, MediaError, type MediaErrorReason } from '../../shared/media/limits.ts'
import type { Made, Said } from '../listing/listing.ts'
import { encodeFile, hashIfReadable } from './encode-file.ts'
import { withMark } from './half-stored.ts'
import type { Library } from './open-library.ts'
import { filesOfItem, storeFiles } from './store-files.ts'
import { admit, knownItems, storeItems } from './store-items.ts'
import { updateItem } from './update-item.ts'
import { fileWords } from './words-of.ts'

/** The library, a folder for temporary files, and the owner of new items. */
export type Ingest = { library: Library; workplace: string; username?: string }

export type IngestOutcome =
  | { kind: 'added'; id: string; slug: string; type: ManifestItem['type'] }
  | { kind: 'known' | 'updated'; id: string }
  | { kind: 'refused'; reason: MediaErrorReason | 'removed' | 'failed'; why: string }

/** A file of at most 25 MiB. @throws MediaError */
export async function readBounded(path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    checkBytes((await stat(path)).size)
    return await readFile(path)
  } catch (error) {
    if (error instanceof MediaError) throw error
    throw new MediaError('unreadable', error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

/** What is given of a file: what a list says of it, and its renditions, where they are made already. */
type Given = { said?: Said; made?: Made & { folder: string } }

type Source = Given & { id: string; path: string; bytes: Uint8Array }

/** The item of a file, the folder that has its renditions, and how it looks, if it can be read. */
async function makeItem({ workplace, username }: Ingest, { id, path, bytes, said = {}, made }: Source) {
  await mkdir(workplace, { recursive: true })
  const encoded = made
    ? { ...made, phash: await hashIfReadable(bytes, { folder: workplace }) }
    : await encodeFile(bytes, { folder: workplace, id })
  const words = fileWords(basename(path, extname(path)))
  const { type: chosen, title = words.title, tags = words.tags, author = username } = said
  const film = said.film_url === undefined ? undefined : filmOf(said.film_url, said.film_start)
  const { type, duration_ms, frames, renditions } = encoded
  const { is_emoji, ...typed } = chosen
    ? typeColumns(typeFor(type === 'video', chosen))
    : { type, is_emoji: false }
  const item: ManifestItem = {
    ...{ duration_ms, frames, renditions, id, title, tags, ...typed },
    slug: said.slug ?? (said.title === undefined ? words.slug : titleSlug(title)),
    rating: said.rating ?? 'g',
    categories: [],
    import_datetime: said.import_datetime ?? providerTime(Date.now()),
    trending: said.weight ?? WEIGHT_OF_NEW,
    ...(author && { username: author }),
    ...(is_emoji && { is_emoji }),
    ...(said.alt_text !== undefined && { alt_text: said.alt_text }),
    ...(said.source && { source: said.source }),
    ...(said.language_tags && { language_tags: said.language_tags }),
    ...(film && { external_media: film }),
  }
  return { item, folder: made?.folder ?? workplace, phash: encoded.phash }
}

function reasonOf(error: unknown): MediaErrorReason | 'removed' | 'failed' {
  if (error instanceof MediaError) return error.reason
  return error instanceof AppError && error.kind === 'forbidden' ? 'removed' : 'failed'
}

/**
 * Adds one file to the library, if it passes the door (T56). Its id comes from its content, so the same content is the same
 * item. Nothing that is wrong
 * with a file is thrown: the next one must have its turn (F36).
 */
export async function ingestFile(ingest: Ingest, path: string, given: Given = {}): Promise<IngestOutcome> {
  const { library, workplace } = ingest
  try {
    const bytes = await readBounded(path)
    const passed = await passDoor(library.db, 'import', [await contentOf(bytes)])
    const id = given.said?.id ?? itemId(shaOf(bytes))
    if ((await knownItems(library, [id])).has(id))
      return { kind: await updateItem(library, id, given.said), id }
    const { item, folder, phash } = await makeItem(ingest, { ...given, id, path, bytes })
    const admitted = await admit(library, folder, item)
    const isHidden = passed.isHidden || admitted.isHidden
    await withMark(library, item, async () => {
      await storeFiles(library, folder, filesOfItem(item))
      await storeItems(library, [{ ...admitted, isHidden }])
      if (phash !== undefined)
        await library.db.batch(await phashStatements(library.db, { gif: id }, phash, Date.now()))
    })
    return { kind: 'added', id, slug: item.slug, type: item.type }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { kind: 'refused', reason: reasonOf(error), why }
  } finally {
    await rm(workplace, { recursive: true, force: true })
  }
}
