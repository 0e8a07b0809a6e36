import * as v from 'valibot'
import { OwnCount, OwnId } from './answers.ts'

/** `rank` is the place in its trending list, from 1; 0 for what is not trending. */
export const OwnTrendingGif = v.strictObject({ id: OwnId, is_trending: v.boolean(), rank: OwnCount })

export const OwnLanguageTags = v.strictObject({ gif_id: OwnId, lang: OwnId, tags: v.array(OwnId) })

/** `tag` is '' where nobody said which of the GIF's tags it is. */
export const OwnTranslation = v.strictObject({ tag: v.string(), lang: OwnId, translation: OwnId })

/** A tweet to be sent by whoever opens `url`; `media_url` is '' for a GIF without a picture. */
export const OwnTweet = v.strictObject({
  id: OwnId,
  url: v.pipe(v.string(), v.url()),
  text: v.string(),
  media_url: v.string(),
})
