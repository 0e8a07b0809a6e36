import { readFile, rm, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Clip, durationOf } from '../../media/clip/clip.ts'
import { decodeClip } from '../../media/decode/decode-clip.ts'
import { kindOf } from '../../media/headers/kind.ts'
import { checkBytes } from '../../media/headers/limits.ts'
import { MediaError, type MediaErrorReason } from '../../media/headers/media-error.ts'
import { itemId } from '../../media/manifest/item-id.ts'
import type { Item } from '../../media/manifest/manifest.ts'
import { shaOf } from '../../media/manifest/media-file.ts'
import { writeRenditions } from '../../media/manifest/write-renditions.ts'
import type { Library } from './open-library.ts'
import { filesOfItem, storeFiles } from './store-files.ts'
import { knownItems, storeItems } from './store-items.ts'
import { wordsOf } from './words-of.ts'

/** The library, a folder for temporary files, and the owner of new items. */
export type Ingest = { library: Library; workplace: string; username?: string }

export type IngestOutcome =
  | { kind: 'added'; id: string; slug: string; type: Item['type'] }
  | { kind: 'known'; id: string }
  | { kind: 'refused'; reason: MediaErrorReason; why: string }

/** The weight of a new item: above items without views, below popular ones. */
const WEIGHT_OF_NEW = 10

async function readBounded(path: string): Promise<Uint8Array> {
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

/** Files with transparency are stickers; an MP4 cannot have any. */
function typeOf(bytes: Uint8Array, clip: Clip): Item['type'] {
  return clip.transparent && kindOf(bytes) !== 'mp4' ? 'sticker' : 'gif'
}

async function makeItem(ingest: Ingest, id: string, path: string, bytes: Uint8Array): Promise<Item> {
  const clip = await decodeClip(bytes)
  const { slug, title, tags } = wordsOf(basename(path, extname(path)))
  return {
    id,
    slug,
    title,
    type: typeOf(bytes, clip),
    rating: 'g',
    ...(ingest.username && { username: ingest.username }),
    tags,
    categories: [],
    import_datetime: new Date().toISOString().slice(0, 19).replace('T', ' '),
    trending: WEIGHT_OF_NEW,
    duration_ms: Math.round(durationOf(clip)),
    frames: clip.frames.length,
    renditions: await writeRenditions(ingest.workplace, id, clip),
  }
}

/** Adds one file to the library. Its id comes from its content, so the same content is the same item. */
export async function ingestFile(ingest: Ingest, path: string): Promise<IngestOutcome> {
  const { library, workplace } = ingest
  try {
    const bytes = await readBounded(path)
    const id = itemId(shaOf(bytes))
    if ((await knownItems(library, [id])).has(id)) return { kind: 'known', id }
    const item = await makeItem(ingest, id, path, bytes)
    await storeFiles(library, workplace, filesOfItem(item))
    await storeItems(library, [item])
    return { kind: 'added', id, slug: item.slug, type: item.type }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return { kind: 'refused', reason: error.reason, why: error.message }
  } finally {
    await rm(join(workplace, 'media'), { recursive: true, force: true })
  }
}
