import * as v from 'valibot'

/**
 * What the answers of the embedded site have in common. They are strict: what a site elsewhere may leave out is a fault of
 * ours. A call's answer is a row of `shared/calls/site/own-answers.ts`.
 */
export const OwnId = v.pipe(v.string(), v.minLength(1))
export const OwnCount = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A list with how many there are in all. */
export const ownList = <S extends v.GenericSchema>(entry: S) =>
  v.strictObject({ results: v.array(entry), count: OwnCount })

const Rendition = v.looseObject({ width: v.string(), height: v.string() })

/** A GIF of the library in GIPHY's shape, as far as everybody reads it; one of a configured provider has at least its id. */
export const OwnGif = v.looseObject({
  id: OwnId,
  type: v.picklist(['gif', 'sticker', 'text', 'video']),
  slug: OwnId,
  url: v.pipe(v.string(), v.url()),
  embed_url: v.pipe(v.string(), v.url()),
  title: v.string(),
  rating: v.picklist(['y', 'g', 'pg', 'pg-13', 'r']),
  tags: v.array(v.string()),
  images: v.record(v.string(), Rendition),
  analytics_response_payload: v.string(),
})

export const OwnUser = v.looseObject({
  id: OwnId,
  username: OwnId,
  display_name: v.string(),
  attribution_display_name: v.string(),
  description: v.string(),
  profile_url: v.pipe(v.string(), v.url()),
  avatar_url: v.string(),
  is_verified: v.boolean(),
  is_public: v.boolean(),
  suppress_chrome: v.boolean(),
})
