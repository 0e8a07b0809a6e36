import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clip } from '../media/clip/clip.ts'
import { firmEdges } from '../media/clip/firm-edges.ts'
import { resizeClip } from '../media/clip/resize-clip.ts'
import { decodeClip } from '../media/decode/decode-clip.ts'
import { itemId } from '../media/manifest/item-id.ts'
import type { ManifestItem } from '../media/manifest/manifest.ts'
import { shaOf } from '../media/manifest/media-file.ts'
import type { Profile } from '../media/renditions.ts'
import { drawScene, sceneFrames } from './draw-scene.ts'
import type { Scene } from './drawing/scene.ts'
import { PROFILES, STICKER, STICKER_SIDE, STICKER_STEP_MS } from './profiles.ts'
import type { Sticker } from './stickers.ts'

type Facts = Omit<ManifestItem, 'renditions' | 'duration_ms' | 'frames'>

/** An item of the seed before its files exist: its facts, the fingerprint of its source, and how to draw it. */
export type ItemSource = {
  facts: Facts
  print: string
  profile: Profile
  stillAt: number
  clip: () => Promise<Clip>
}

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 2, 1)

/** A moment in the half year after 1 March 2026, always the same for an id. */
function importedAt(id: string): string {
  const chance = Number.parseInt(shaOf(id).slice(0, 8), 16) / 0xffffffff
  return new Date(FIRST_DAY + Math.floor(chance * 180 * DAY_MS)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Raised when the encoders change what they write, so that everything is drawn again. */
const ENCODERS = 5
const printOf = (profile: Profile, stillAt: number, source: Uint8Array | string): string =>
  shaOf(`${ENCODERS} ${JSON.stringify(profile)} ${stillAt} ${shaOf(source)}`)

/** A file's frames at the size and the times of stickers. */
async function decodeSticker(bytes: Uint8Array): Promise<Clip> {
  const clip = await decodeClip(bytes)
  const timed = { ...clip, frames: clip.frames.map(({ rgba }) => ({ rgba, delayMs: STICKER_STEP_MS })) }
  const by = STICKER_SIDE / Math.max(clip.width, clip.height)
  const size = { width: Math.round(clip.width * by), height: Math.round(clip.height * by) }
  return firmEdges(await resizeClip(timed, size))
}

/** What a sticker is, without its file. */
export function stickerFacts(sticker: Omit<Sticker, 'file' | 'stillAt'>): Facts {
  const id = itemId(sticker.slug)
  return {
    id,
    ...sticker,
    type: 'sticker',
    is_emoji: true,
    username: 'fluentfriends',
    source: 'https://github.com/microsoft/fluentui-emoji-animated',
    import_datetime: importedAt(id),
  }
}

export async function stickerSource(
  folder: string,
  { file, stillAt, ...sticker }: Sticker,
): Promise<ItemSource> {
  const bytes = await readFile(join(folder, file))
  return {
    facts: stickerFacts(sticker),
    print: printOf(STICKER, stillAt, bytes),
    profile: STICKER,
    stillAt,
    clip: () => decodeSticker(bytes),
  }
}

const encoded = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

export function sceneSource(scene: Scene): ItemSource {
  const id = itemId(scene.slug)
  const documents = sceneFrames(scene)
  const profile = PROFILES[scene.type]
  const { slug, title, type, rating, username, tags, trending, width, height, delayMs, stillAt } = scene
  return {
    facts: {
      id,
      slug,
      title,
      ...(scene.altText && { alt_text: scene.altText }),
      type,
      rating,
      ...(username && { username }),
      tags,
      categories: scene.categories.map(encoded),
      import_datetime: importedAt(id),
      trending,
      ...(scene.externalMedia && { external_media: scene.externalMedia }),
    },
    print: printOf(profile, stillAt, [width, height, delayMs, ...documents].join('\n')),
    profile,
    stillAt,
    clip: () => drawScene(scene, documents),
  }
}
