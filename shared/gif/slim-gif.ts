import * as v from 'valibot'
import { type Gif, GifSchema } from '../schema/gif.ts'
import type { Images, Rendition } from '../schema/rendition.ts'
import { type User, UserSchema } from '../schema/user.ts'

/** The renditions that a tile may choose from (§5). Stills are light: the small ones count only where there are no others. */
const MOVING = ['original', 'fixed_width', 'fixed_height', 'fixed_width_small', 'fixed_height_small']
const STILLS = ['original_still', 'fixed_width_still', 'fixed_height_still']
const SMALL_STILLS = ['fixed_width_small_still', 'fixed_height_small_still']

/**
 * A GIF with no more than a tile shows and tells: lists of thousands stay small, in a page as in memory. Tags only make
 * a name where there is none; films and further renditions are never shown by a tile.
 */
export function slimGif(gif: Gif): Gif {
  const { alt_text, title, tags, images, bottle_data } = gif
  return {
    ...gif,
    embed_url: '',
    bitly_url: '',
    tags: alt_text || title ? [] : tags,
    images: slimImages(images),
    bottle_data: bottle_data?.tags.length ? bottle_data : undefined,
    external_media: undefined,
    video: undefined,
  }
}

/** A slim GIF as JSON bears it: whatever is '', false or empty is left out. */
export type SlimGif = { id: string } & {
  [Field in Exclude<keyof Gif, 'id' | 'user' | 'images'>]?: Gif[Field]
} & { user?: Partial<User> | undefined; images?: { [name: string]: Partial<Rendition> | undefined } }

/** Makes a slim GIF as short as it can be said; `fullGif` is the way back. */
export const slimJson = (gif: Gif): SlimGif => compact(gif) as SlimGif

/** Puts back what `slimJson` left out; a GIF that never was JSON is whole, and is given back as it is. */
export function fullGif(slim: SlimGif): Gif {
  if (isWhole(slim)) return slim
  const { user, images, ...gif } = slim
  const renditions = Object.entries(images ?? {}).map(([name, rendition]) => [
    name,
    { ...NO_RENDITION, ...rendition },
  ])
  return {
    ...NO_GIF,
    ...gif,
    user: user && { ...NO_USER, ...user },
    images: Object.fromEntries(renditions),
  }
}

// A slim GIF has no address for embeds, so its JSON does not even name the field.
const isWhole = (gif: SlimGif): gif is Gif => 'embed_url' in gif

const NO_RENDITION: Rendition = { url: '', webp: '', mp4: '', width: 0, height: 0 }
const NO_GIF = v.parse(GifSchema, { id: '-' })
const NO_USER = v.parse(UserSchema, {})

function slimImages(images: Images): Images {
  const slim: Images = {}
  const stills = STILLS.some((name) => images[name]) ? STILLS : SMALL_STILLS
  for (const name of [...MOVING, ...stills]) {
    const rendition = images[name]
    if (rendition) slim[name] = { ...rendition, mp4: rendition.url === rendition.mp4 ? rendition.mp4 : '' }
  }
  // Where a GIF has none of these, whatever it has is better than an empty tile.
  return Object.keys(slim).length > 0 ? slim : images
}

function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value !== 'object' || value === null) return value === false || value === '' ? undefined : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      // A user is public unless it is said that he is not.
      const kept = name === 'is_public' ? (field === false ? false : undefined) : compact(field)
      return kept === undefined ? [] : [[name, kept]]
    }),
  )
}
