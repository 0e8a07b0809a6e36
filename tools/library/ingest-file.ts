import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { itemId } from '../../media/manifest/item-id.ts'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { shaOf } from '../../media/manifest/media-file.ts'
import { contentOf, passDoor } from '../../origin/uploads/bytes-door.ts'
import { AppError } from '../../shared/errors.ts'
import { checkBytes, MediaError, type MediaErrorReason } from '../../shared/media/limits.ts'
import { encodeFile } from './encode-file.ts'
import { withMark } from './half-stored.ts'
import type { Library } from './open-library.ts'
import { filesOfItem, storeFiles } from './store-files.ts'
import { admit, knownItems, storeItems } from './store-items.ts'
import { fileWords } from './words-of.ts'

/** The library, a folder for temporary files, and the owner of new items. */
export type Ingest = { library: Library; workplace: string; username?: string }

export type IngestOutcome =
  | { kind: 'added'; id: string; slug: string; type: ManifestItem['type'] }
  | { kind: 'known'; id: string }
  | { kind: 'refused'; reason: MediaErrorReason | 'removed' | 'failed'; why: string }

/** The weight of a new item: above items without views, below popular ones. */
const WEIGHT_OF_NEW = 10

/** The files of a folder by name, without hidden ones (those of a file manager or an editor). */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

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

async function makeItem(ingest: Ingest, id: string, path: string, bytes: Uint8Array): Promise<ManifestItem> {
  await mkdir(ingest.workplace, { recursive: true })
  const encoded = await encodeFile(bytes, { folder: ingest.workplace, id })
  const { slug, title, tags } = fileWords(basename(path, extname(path)))
  return {
    id,
    slug,
    title,
    ...encoded,
    rating: 'g',
    ...(ingest.username && { username: ingest.username }),
    tags,
    categories: [],
    import_datetime: new Date().toISOString().slice(0, 19).replace('T', ' '),
    trending: WEIGHT_OF_NEW,
  }
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
export async function ingestFile(ingest: Ingest, path: string): Promise<IngestOutcome> {
  const { library, workplace } = ingest
  try {
    const bytes = await readBounded(path)
    const passed = await passDoor(library.db, 'import', [await contentOf(bytes)])
    const id = itemId(shaOf(bytes))
    if ((await knownItems(library, [id])).has(id)) return { kind: 'known', id }
    const item = await makeItem(ingest, id, path, bytes)
    const admitted = await admit(library, workplace, item)
    const isHidden = passed.isHidden || admitted.isHidden
    await withMark(library, item, async () => {
      await storeFiles(library, workplace, filesOfItem(item))
      await storeItems(library, [{ ...admitted, isHidden }])
    })
    return { kind: 'added', id, slug: item.slug, type: item.type }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { kind: 'refused', reason: reasonOf(error), why }
  } finally {
    await rm(workplace, { recursive: true, force: true })
  }
}
