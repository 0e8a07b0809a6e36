import * as v from 'valibot'
import { Line, Text, Url, Whole } from './text.ts'

/** Seconds with a fraction, which `Whole` would truncate. */
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

/** Information about the video at a URL. `duration` is in seconds. */
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

/**
 * A trimmed clip. `start` and `duration` (s) are the actual cut, and `cut_at` says where it starts: at the `frame` that was
 * asked for, or at the `key_frame` before it, as films do.
 */
export const TrimSchema = v.object({
  url: Url,
  type: Text,
  start: VideoSeconds,
  duration: VideoSeconds,
  width: Whole,
  height: Whole,
  size: Whole,
  cut_at: Text,
})
