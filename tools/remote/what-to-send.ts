import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { MANIFEST_FILE, readManifest } from '../../media/manifest/manifest-file.ts'
import { listFiles } from '../library/ingest-file.ts'
import { fileWords } from '../library/words-of.ts'
import type { Sending } from './send-file.ts'

/** The files of a folder; or the items of a library with a manifest, such as seed/, whose renditions are made already. */
export async function whatToSend(folder: string): Promise<Sending[]> {
  if (existsSync(join(folder, MANIFEST_FILE))) return itemsOf(folder)
  return (await listFiles(folder)).map((name) => {
    const { title, tags } = fileWords(basename(name, extname(name)))
    return { name, path: join(folder, name), words: { title, tags, rating: 'g' } }
  })
}

/** What comes last is on top of the lists of new items, so the popular ones are. */
async function itemsOf(folder: string): Promise<Sending[]> {
  const { items } = await readManifest(folder)
  return items
    .toSorted((one, other) => one.trending - other.trending)
    .flatMap((item) => sendingOf(folder, item))
}

function sendingOf(folder: string, item: ManifestItem): Sending[] {
  const { title, rating, source, renditions, slug, type } = item
  const tags = [...item.tags, ...(item.language_tags?.en ?? []).map(([tag]) => tag)]
  // A film stays one.
  const { gif, mp4 } = renditions.original ?? {}
  const file = (type === 'video' && mp4) || gif
  if (!file) return []
  const words = { title, tags, rating, ...(source && { source_post_url: source }) }
  return [{ name: slug, path: join(folder, file.file), words, made: { folder, renditions } }]
}
