import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clip } from '../media/clip/clip.ts'
import { decimate } from '../media/clip/decimate.ts'
import { decodeClip } from '../media/decode/decode-clip.ts'
import { itemId } from '../media/manifest/item-id.ts'
import type { Item } from '../media/manifest/manifest.ts'
import { shaOf } from '../media/manifest/media-file.ts'
import type { Profile } from '../media/renditions.ts'
import { drawScene, sceneFrames } from './draw-scene.ts'
import type { Scene } from './drawing/scene.ts'
import { PROFILES, STICKER } from './profiles.ts'
import type { Sticker } from './stickers.ts'

type Facts = Omit<Item, 'renditions' | 'duration_ms' | 'frames'>

/** An item of the seed before its files exist: its facts, the fingerprint of its source, and how to draw it. */
export type ItemSource = { facts: Facts; print: string; profile: Profile; clip: () => Promise<Clip> }

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 2, 1)

/** A moment in the half year after 1 March 2026, always the same for an id. */
function importedAt(id: string): string {
  const chance = Number.parseInt(shaOf(id).slice(0, 8), 16) / 0xffffffff
  return new Date(FIRST_DAY + Math.floor(chance * 180 * DAY_MS)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Raised when the encoders change what they write, so that everything is drawn again. */
const ENCODERS = 2
const printOf = (profile: Profile, source: Uint8Array | string): string =>
  shaOf(`${ENCODERS} ${JSON.stringify(profile)} ${shaOf(source)}`)

export async function stickerSource(folder: string, { file, ...sticker }: Sticker): Promise<ItemSource> {
  const bytes = await readFile(join(folder, file))
  const id = itemId(sticker.slug)
  return {
    facts: {
      id,
      ...sticker,
      type: 'sticker',
      is_emoji: true,
      username: 'fluentfriends',
      source: 'https://github.com/microsoft/fluentui-emoji-animated',
      import_datetime: importedAt(id),
    },
    print: printOf(STICKER, bytes),
    profile: STICKER,
    clip: async () => decimate(await decodeClip(bytes), STICKER.full.frames),
  }
}

const encoded = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

export function sceneSource(scene: Scene): ItemSource {
  const id = itemId(scene.slug)
  const documents = sceneFrames(scene)
  const profile = PROFILES[scene.type]
  const { slug, title, type, rating, username, tags, trending, width, height, delayMs } = scene
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
    print: printOf(profile, [width, height, delayMs, ...documents].join('\n')),
    profile,
    clip: () => drawScene(scene, documents),
  }
}
