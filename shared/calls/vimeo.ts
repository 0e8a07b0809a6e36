import * as v from 'valibot'
import { AppError } from '../errors.ts'
import { vimeoUrl } from '../film/vimeo-url.ts'
import { Line, Text, Url, Whole } from '../schema/text.ts'
import { family } from './call.ts'

const vimeoCall = family({ upstream: 'vimeo', auth: 'none', role: 'visitor', cache: 'minute' })

const MISSING = 'An id or url must be passed'

// §5: an id or one of that host's URLs. Both become the same URL, and so the same cache entry.
const FilmUrl = v.pipe(
  v.string(MISSING),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return vimeoUrl(dataset.value)
    } catch (error) {
      addIssue({ message: error instanceof AppError ? error.message : 'not a vimeo url' })
      return NEVER
    }
  }),
)

const Pixels = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,3}$/, `${name} must be a whole number of pixels`),
      v.transform(Number),
    ),
  )

/** The fields of Vimeo's response that we use: texts and numbers, never its `html`. */
const ResponseSchema = v.object({
  type: v.literal('video'),
  title: Line,
  author_name: Line,
  author_url: Url,
  width: Whole,
  height: Whole,
  /** Seconds. */
  duration: Whole,
  thumbnail_url: Url,
  thumbnail_width: Whole,
  thumbnail_height: Whole,
  upload_date: Text,
  /** 403 (in a response of status 200): the film may not be embedded on our domain. */
  domain_status_code: Whole,
})

export type VimeoResponse = v.InferOutput<typeof ResponseSchema>

/** §7 The video host's oEmbed (url and options): https://developer.vimeo.com/api/oembed/videos */
export const vimeoCalls = {
  oembed: vimeoCall({
    path: '/api/oembed.json',
    input: v.object(
      {
        url: FilmUrl,
        width: Pixels('width'),
        height: Pixels('height'),
        maxwidth: Pixels('maxwidth'),
        maxheight: Pixels('maxheight'),
      },
      MISSING,
    ),
    response: ResponseSchema,
  }),
}

export type VimeoInput = v.InferOutput<typeof vimeoCalls.oembed.input>
