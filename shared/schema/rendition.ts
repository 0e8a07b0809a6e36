import * as v from 'valibot'
import { MediaUrl, Whole } from './text.ts'

const Fields = v.object({ url: MediaUrl, webp: MediaUrl, mp4: MediaUrl, width: Whole, height: Whole })

/** One size of a GIF (§3). A missing `url` is the mp4's; an absent format is ''; an unknown size is 0. */
export const RenditionSchema = v.pipe(
  Fields,
  v.transform((rendition) => ({ ...rendition, url: rendition.url || rendition.mp4 })),
)
export type Rendition = v.InferOutput<typeof RenditionSchema>

/** A map of renditions by name; invalid ones and those without a file are left out. */
export const ImagesSchema = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((images): Partial<Record<string, Rendition>> => {
      if (typeof images !== 'object' || images === null) return {}
      const renditions = Object.entries(images).flatMap(([name, image]) => {
        const result = v.safeParse(RenditionSchema, image)
        return result.success && (result.output.url || result.output.webp)
          ? [[name, result.output] as const]
          : []
      })
      return Object.fromEntries(renditions)
    }),
  ),
  {},
)
export type Images = v.InferOutput<typeof ImagesSchema>
