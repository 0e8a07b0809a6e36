import * as v from 'valibot'
import { own } from '../own.ts'
import { CANDIDATES } from '../picture/renditions.ts'
import { type Gif, GifSchema, type Images, type Rendition, type User, UserSchema } from '../schema/gif.ts'

const ALL_STILLS = CANDIDATES.map((name) => `${name}_still`)
/** The small ones are used only if there are no larger ones. */
const [STILLS, SMALL_STILLS] = [ALL_STILLS.slice(0, 3), ALL_STILLS.slice(3)]

/** A GIF with only what a tile uses, so that long lists stay small. Tags are kept where the alt text needs them. */
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

/** A slim GIF as JSON: fields that are '', false or empty are left out. */
export type SlimGif = { id: string } & {
  [Field in Exclude<keyof Gif, 'id' | 'user' | 'images'>]?: Gif[Field]
} & { user?: Partial<User> | undefined; images?: { [name: string]: Partial<Rendition> | undefined } }

/** Converts a slim GIF to its shortest JSON; `fullGif` reverses it. */
export const slimJson = (gif: Gif): SlimGif => compact(gif) as SlimGif

/** Restores the fields that `slimJson` left out. A GIF that has them all is returned unchanged. */
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

// A slim GIF has no `embed_url`, so its JSON lacks the field.
const isWhole = (gif: SlimGif): gif is Gif => 'embed_url' in gif

const NO_RENDITION: Rendition = { url: '', avif: '', webp: '', mp4: '', width: 0, height: 0 }
const NO_GIF = v.parse(GifSchema, { id: '-' })
const NO_USER = v.parse(UserSchema, {})

function slimImages(images: Images): Images {
  const stills = STILLS.some((name) => own(images, name)) ? STILLS : SMALL_STILLS
  const slim = [...CANDIDATES, ...stills].flatMap((name) => {
    const rendition = own(images, name)
    return rendition
      ? [[name, { ...rendition, mp4: rendition.url === rendition.mp4 ? rendition.mp4 : '' }]]
      : []
  })
  // Without any of these, another rendition is better than an empty tile.
  return slim.length > 0 ? Object.fromEntries(slim) : images
}

function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value !== 'object' || value === null) return value === false || value === '' ? undefined : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const kept = compact(field)
      return kept === undefined ? [] : [[name, kept]]
    }),
  )
}
