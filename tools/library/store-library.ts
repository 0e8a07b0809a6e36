import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { MANIFEST_FILE, readManifest } from '../../media/manifest/manifest-file.ts'
import { shaOf } from '../../media/manifest/media-file.ts'
import { indexItems } from '../../origin/search/index-items.ts'
import { AppError } from '../../shared/errors.ts'
import { readListing } from '../listing/read-listing.ts'
import type { Library } from './open-library.ts'
import { storePeople } from './store-around.ts'
import { filesOfItem, storeFiles } from './store-files.ts'
import { admit, knownItems, storeItems } from './store-items.ts'
import { storeListings } from './store-listings.ts'

type Stored = { items: number; files: number; wasThere: boolean }

/** The R2 key of the hash of the last stored manifest: a start with the same manifest is skipped. */
const MARK = 'seed/manifest'

/** What was taken down is left out. */
async function admitAll(library: Library, folder: string, items: readonly ManifestItem[]) {
  const admitted = []
  for (const item of items) {
    try {
      admitted.push(await admit(library, folder, item))
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'forbidden')) throw error
    }
  }
  return admitted
}

/**
 * Stores the library of a folder (seed/) in D1 and R2. It is idempotent: an unchanged manifest
 * is skipped, so manual edits stay; a new one updates texts and files, but keeps heat, counters and takedowns.
 */
export async function storeLibrary(library: Library, folder: string): Promise<Stored> {
  const sha = shaOf(await readFile(join(folder, MANIFEST_FILE)))
  const manifest = await readManifest(folder)
  const known = await knownItems(
    library,
    manifest.items.map((item) => item.id),
  )
  const mark = await library.media.get(MARK)
  if (mark && (await mark.text()) === sha && known.size === manifest.items.length) {
    return { items: known.size, files: 0, wasThere: true }
  }
  const items = await admitAll(
    library,
    folder,
    manifest.items.filter((item) => !known.get(item.id)?.removed),
  )
  const files = items.flatMap(({ item }) => filesOfItem(item))
  const count = await storeFiles(library, folder, files)
  const listing = await readListing(folder)
  await storePeople(library, folder, listing)
  await storeItems(library, items)
  await storeListings(library, listing, new Map(items.map(({ item }) => [item.id, item.id])))
  await indexItems(library.db)
  await library.media.put(MARK, sha)
  return { items: items.length, files: count, wasThere: false }
}
