import * as v from 'valibot'
import { AbsoluteUrl, FilledText, ItemRating, ItemTypeName } from '../vocabulary.ts'

const Rendition = v.looseObject({ width: v.string(), height: v.string() })

/** A GIF of the library in GIPHY's shape, as far as everybody reads it; one of a configured provider has at least its id. */
export const OwnGif = v.looseObject({
  id: FilledText,
  type: ItemTypeName,
  slug: FilledText,
  url: AbsoluteUrl,
  embed_url: AbsoluteUrl,
  title: v.string(),
  rating: ItemRating,
  tags: v.array(v.string()),
  images: v.record(v.string(), Rendition),
  analytics_response_payload: v.string(),
})

export const OwnUser = v.looseObject({
  id: FilledText,
  username: FilledText,
  display_name: v.string(),
  attribution_display_name: v.string(),
  description: v.string(),
  profile_url: AbsoluteUrl,
  avatar_url: v.string(),
  is_verified: v.boolean(),
  is_public: v.boolean(),
  suppress_chrome: v.boolean(),
})
