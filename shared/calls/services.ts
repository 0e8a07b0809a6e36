import * as v from 'valibot'
import { AppError } from '../errors.ts'
import { AuditPage, OwnCached, OwnDeadLetter, OwnHealth } from '../schema/own/staff.ts'
import { PingbackBodySchema } from '../schema/pingback.ts'
import { EmptyResponse, Line, recordList, Text, Url, Whole } from '../schema/text.ts'
import { family } from './call.ts'
import {
  FreeText,
  MediaAddress,
  Moment,
  Nothing,
  OneRecord,
  optionalField,
  RecordId,
  Seconds,
  timed,
} from './fields.ts'
import { vimeoUrl } from './film-address.ts'

/** §7 Pingback. The key travels as `apikey`; the response body is not read. */
export const pingbackCalls = {
  pingback: family({ upstream: 'pingback', auth: 'key', cache: 'never' }).post(
    'visitor',
    '/v2/pingback',
    PingbackBodySchema,
    EmptyResponse,
    { encoding: 'json', responseType: 'none' },
  ),
}

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
const VideoInfoSchema = v.object({
  title: Line,
  url: Url,
  thumbnail_url: Url,
  type: Text,
  duration: VideoSeconds,
  width: Whole,
  height: Whole,
  size: Whole,
})

/** A trimmed clip: the actual cut in seconds, and whether it starts at the `frame` asked for or at the `key_frame` before. */
const TrimSchema = v.object({
  url: Url,
  type: Text,
  start: VideoSeconds,
  duration: VideoSeconds,
  width: Whole,
  height: Whole,
  size: Whole,
  cut_at: Text,
})

const imaging = family({
  upstream: 'imaging',
  auth: 'session',
  cache: 'never',
  writes: { auth: 'session+csrf' },
})

/** §5 Video trim accepts either a media URL or an uploaded file. */
const NEEDS_MEDIA = 'A trim needs a media URL or a file'

/** The largest file that can be trimmed, in bytes. `shared/net/bytes.ts` detects its type. */
export const TRIM_FILE_MAX = 25 * 1024 * 1024

const File = v.pipe(
  v.blob('must be a file'),
  v.minSize(1, 'is empty'),
  v.maxSize(TRIM_FILE_MAX, 'must be at most 25 MB'),
)

const cut = { start: optionalField(Seconds), duration: optionalField(Seconds) }

/** What is cut is uploaded. */
const OF_UPLOAD = { scope: 'upload' } as const

/** §7 The imaging service. */
export const imagingCalls = {
  videoInfo: imaging.get(
    'user',
    '/fetch/video/info',
    v.object({ url: MediaAddress }, 'url is required'),
    VideoInfoSchema,
    OF_UPLOAD,
  ),
  trimUrl: imaging.get(
    'user',
    '/imaging/trim',
    v.object({ media_url: MediaAddress, ...cut }, NEEDS_MEDIA),
    TrimSchema,
    OF_UPLOAD,
  ),
  trimFile: imaging.post(
    'user',
    '/imaging/trim',
    v.pipe(
      v.object({ file: v.optional(File), media_url: v.optional(MediaAddress), ...cut }),
      v.check(({ file, media_url }) => (file === undefined) !== (media_url === undefined), NEEDS_MEDIA),
    ),
    TrimSchema,
    { encoding: 'multipart', ...OF_UPLOAD },
  ),
}

const vimeo = family({ upstream: 'vimeo', auth: 'none', cache: 'minute' })

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
  oembed: vimeo.get(
    'visitor',
    '/api/oembed.json',
    v.object(
      {
        url: FilmUrl,
        width: Pixels('width'),
        height: Pixels('height'),
        maxwidth: Pixels('maxwidth'),
        maxheight: Pixels('maxheight'),
      },
      MISSING,
    ),
    ResponseSchema,
  ),
}

export type VimeoInput = v.InferOutput<typeof vimeoCalls.oembed.input>

const aboutWorker = family({
  upstream: 'worker',
  auth: 'session',
  cache: 'never',
  writes: { auth: 'session+csrf' },
})

/** An item, or a read of the provider by its address: `/v1/gifs/search?q=cat`. */
const cached = { gif: optionalField(RecordId), call: optionalField(FreeText(2000)) }

const DEAD_LETTERS = '/api/v3/dead-letters/'

/** The calls about this Worker, beyond §7 (`docs/contract.md`): it answers them itself. Who may, the site says. */
export const workerCalls = {
  // Pingbacks that did not arrive.
  deadLetters: aboutWorker.get('staff', DEAD_LETTERS, v.object(timed), recordList(OwnDeadLetter)),
  deleteDeadLetter: aboutWorker.del('staff', `${DEAD_LETTERS}:id`, OneRecord, EmptyResponse),
  // Without an id all of them.
  resendDeadLetters: aboutWorker.post(
    'staff',
    `${DEAD_LETTERS}resend`,
    v.object({ id: optionalField(RecordId) }),
    v.object({ count: v.number() }),
  ),
  // How this server is.
  health: aboutWorker.get('moderator', '/api/v3/health/', Nothing, OwnHealth),
  // What the caches hold.
  cached: aboutWorker.get('staff', '/api/v3/cache/', v.object(cached), OwnCached),
  refreshCached: aboutWorker.post('staff', '/api/v3/cache/refresh', v.object(cached), OwnCached),
  audit: aboutWorker.get(
    'staff',
    '/api/v3/audit/',
    v.object({
      target: optionalField(FreeText(128)),
      // Whole: a name, and an action such as `gif.edit`.
      actor: optionalField(FreeText(100)),
      action: optionalField(FreeText(64)),
      since: optionalField(Moment),
      until: optionalField(Moment),
      ...timed,
    }),
    v.object(AuditPage.entries),
  ),
}
