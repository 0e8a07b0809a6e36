import * as v from 'valibot'
import { AbsoluteUrl, NaturalNumber } from '../vocabulary.ts'

const Seconds = v.pipe(v.number(), v.minValue(0))

const file = {
  url: AbsoluteUrl,
  type: v.picklist(['image/gif', 'image/webp', 'image/apng', 'video/mp4']),
  width: NaturalNumber,
  height: NaturalNumber,
  size: NaturalNumber,
}

const OwnClip = v.strictObject({
  ...file,
  start: Seconds,
  duration: Seconds,
  cut_at: v.picklist(['frame', 'key_frame']),
})

/** What the embedded imaging service answers, by the name of the call: strict, as `shared/calls/site/own-answers.ts`. */
export const OWN_IMAGING_ANSWERS = {
  // `thumbnail_url` is '' for a film.
  videoInfo: v.strictObject({ ...file, title: v.string(), thumbnail_url: v.string(), duration: Seconds }),
  trimUrl: OwnClip,
  trimFile: OwnClip,
}
