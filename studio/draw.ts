import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clipDurationMs } from '../media/clip/clip.ts'
import type { Manifest, ManifestItem } from '../media/manifest/manifest.ts'
import { readManifest, writeManifest } from '../media/manifest/manifest-file.ts'
import { withHd, writeRenditions } from '../media/manifest/write-renditions.ts'
import { type Fingerprints, isComplete, readFingerprints, writeFingerprints } from './fingerprints.ts'
import { type ItemSource, sceneSource, stickerFacts, stickerSource } from './item-sources.ts'
import { listCategories, listChannels, seedSearches } from './listings.ts'
import { printSizes } from './print-sizes.ts'
import { scenes } from './scenes/all.ts'
import { STICKERS, type Sticker } from './stickers.ts'
import { languageTagged } from './tags.ts'
import { drawUsers } from './users.ts'

/**
 * `npm run seed:draw -- --stickers DIR [--only SLUG]`: draws the seed library. Without a folder, the stickers stay as they are;
 * with `--only`, once or more, all other files do.
 */
const { values } = parseArgs({
  options: {
    stickers: { type: 'string' },
    out: { type: 'string', default: 'seed' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const folder = values.out

type Before = { items: Map<string, ManifestItem>; prints: Fingerprints }

async function readBefore(): Promise<Before> {
  const manifest = await readManifest(folder).catch(() => undefined)
  const items = new Map(manifest?.items.map((item) => [item.slug, item]))
  return { items, prints: await readFingerprints(folder) }
}

async function makeItem({ facts, clip: load, profile, stillAt }: ItemSource): Promise<ManifestItem> {
  const clip = await load()
  await rm(join(folder, 'media', facts.slug), { recursive: true, force: true })
  const renditions = await writeRenditions(folder, facts.slug, clip, profile, stillAt)
  return {
    ...facts,
    duration_ms: Math.round(clipDurationMs(clip)),
    frames: renditions.original?.frames ?? clip.frames.length,
    renditions: facts.type === 'video' ? withHd(renditions) : renditions,
  }
}

/** Titles and tags may change without the files being drawn again. */
async function makeOrKeep(source: ItemSource, before: Before, prints: Fingerprints): Promise<ManifestItem> {
  const { slug } = source.facts
  const known = before.items.get(slug)
  const isKept = values.only.length > 0 && !values.only.includes(slug)
  if (known && (isKept || before.prints[slug] === source.print) && (await isComplete(folder, known))) {
    prints[slug] = before.prints[slug] ?? ''
    const { duration_ms, frames, renditions } = known
    return { ...source.facts, duration_ms, frames, renditions }
  }
  console.log(`drawing ${slug}`)
  prints[slug] = source.print
  return makeItem(source)
}

/** Draws what is new or changed. Without a folder of stickers, those of the last run are kept. */
async function drawItems(before: Before, prints: Fingerprints): Promise<ManifestItem[]> {
  const { stickers } = values
  const sources = scenes.map(sceneSource)
  if (stickers)
    sources.push(...(await Promise.all(STICKERS.map((sticker) => stickerSource(stickers, sticker)))))
  const kept = stickers ? [] : STICKERS.flatMap((sticker) => keepSticker(sticker, before))
  checkSlugs([...sources.map(({ facts }) => facts.slug), ...kept.map(({ slug }) => slug)])
  const items: ManifestItem[] = []
  for (const source of sources) {
    items.push(await makeOrKeep(source, before, prints))
  }
  for (const { slug } of kept) prints[slug] = before.prints[slug] ?? ''
  return [...items, ...kept]
}

function keepSticker({ file: _, stillAt: __, ...sticker }: Sticker, before: Before): ManifestItem[] {
  const known = before.items.get(sticker.slug)
  return known ? [{ ...known, ...stickerFacts(sticker) }] : []
}

/** Two items of one slug would share an id and a folder. */
function checkSlugs(slugs: readonly string[]): void {
  const twice = slugs.filter((slug, i) => slugs.indexOf(slug) !== i)
  if (twice.length > 0) throw new Error(`two items are called ${twice.join(', ')}`)
}

async function removeStale(items: readonly ManifestItem[]): Promise<void> {
  const slugs = new Set(['users', ...items.map((item) => item.slug)])
  for (const entry of await readdir(join(folder, 'media'), { withFileTypes: true })) {
    if (entry.isDirectory() && !slugs.has(entry.name)) {
      await rm(join(folder, 'media', entry.name), { recursive: true })
    }
  }
}

/** Gives the items their dates in order: a list by number is then a list by date, as it is for uploads. */
function inTime(all: readonly ManifestItem[]): ManifestItem[] {
  const moments = all.map(({ import_datetime }) => import_datetime).sort()
  return all.map((item, at) => ({ ...item, import_datetime: moments[at] ?? item.import_datetime }))
}

await mkdir(join(folder, 'media'), { recursive: true })
const prints: Fingerprints = {}
const items = inTime(languageTagged(await drawItems(await readBefore(), prints)))
const manifest: Manifest = {
  version: 1,
  users: await drawUsers(folder),
  channels: listChannels(items),
  categories: listCategories(items),
  searches: seedSearches(items),
  items,
}
await writeManifest(folder, manifest)
await writeFingerprints(folder, prints)
await removeStale(items)
printSizes(manifest)
