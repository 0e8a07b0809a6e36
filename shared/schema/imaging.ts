import * as v from 'valibot'
import { Line, Text, Url, Whole } from './text.ts'

/** A length of time as a video has it: with a fraction, which `Whole` would cut. */
export const VideoSeconds = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
      return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
    }),
  ),
  0,
)

/** What a video at a URL is. `duration` is seconds. */
export const VideoInfoSchema = v.object({
  title: Line,
  url: Url,
  thumbnail_url: Url,
  type: Text,
  duration: VideoSeconds,
  width: Whole,
  height: Whole,
  size: Whole,
})

/** A cut piece. `start` and `duration` (s) are what was cut: video is cut at key frames, not exactly where asked. */
export const TrimSchema = v.object({
  url: Url,
  type: Text,
  start: VideoSeconds,
  duration: VideoSeconds,
  width: Whole,
  height: Whole,
  size: Whole,
})
