import * as v from 'valibot'
import { AbsoluteUrl, FilledText, NaturalNumber } from '../vocabulary.ts'

/** `rank` is the place in its trending list, from 1; 0 for what is not trending. */
export const OwnTrendingGif = v.strictObject({
  id: FilledText,
  is_trending: v.boolean(),
  rank: NaturalNumber,
})

export const OwnLanguageTags = v.strictObject({
  gif_id: FilledText,
  lang: FilledText,
  tags: v.array(FilledText),
})

/** `tag` is '' where nobody said which of the GIF's tags it is. */
export const OwnTranslation = v.strictObject({ tag: v.string(), lang: FilledText, translation: FilledText })

/** A tweet to be sent by whoever opens `url`; `media_url` is '' for a GIF without a picture. */
export const OwnTweet = v.strictObject({
  id: FilledText,
  url: AbsoluteUrl,
  text: v.string(),
  media_url: v.string(),
})
