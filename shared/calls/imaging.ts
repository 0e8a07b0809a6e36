import * as v from 'valibot'
import { TrimSchema, VideoInfoSchema } from '../schema/imaging.ts'
import { family } from './call.ts'
import { optionalField } from './fields.ts'
import { publicUrl } from './public-url.ts'
import { Seconds } from './site-fields.ts'

const imagingCall = family({ upstream: 'imaging', auth: 'session', cache: 'never' })

/** §5 Video trim accepts either a media URL or an uploaded file. */
const NEEDS_MEDIA = 'A trim needs a media URL or a file'

const NOT_PUBLIC = 'must be an https URL of a public host'

// The upstream gets the canonical form that was checked, not the raw text.
export const MediaAddress = v.pipe(
  v.string(NOT_PUBLIC),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = publicUrl(dataset.value)
    if (url) return url
    addIssue({ message: NOT_PUBLIC })
    return NEVER
  }),
)

/** The largest file that can be trimmed, in bytes. `shared/net/media-kind.ts` detects its type. */
export const TRIM_FILE_MAX = 25 * 1024 * 1024

const File = v.pipe(
  v.blob('must be a file'),
  v.minSize(1, 'is empty'),
  v.maxSize(TRIM_FILE_MAX, 'must be at most 25 MB'),
)

const cut = { start: optionalField(Seconds), duration: optionalField(Seconds) }

/** §7 The imaging service. */
export const imagingCalls = {
  videoInfo: imagingCall({
    role: 'user',
    path: '/fetch/video/info',
    input: v.object({ url: MediaAddress }, 'url is required'),
    response: VideoInfoSchema,
  }),
  trimUrl: imagingCall({
    role: 'user',
    path: '/imaging/trim',
    input: v.object({ media_url: MediaAddress, ...cut }, NEEDS_MEDIA),
    response: TrimSchema,
  }),
  trimFile: imagingCall({
    role: 'user',
    method: 'POST',
    path: '/imaging/trim',
    encoding: 'multipart',
    auth: 'session+csrf',
    input: v.pipe(
      v.object({ file: v.optional(File), media_url: v.optional(MediaAddress), ...cut }),
      v.check(({ file, media_url }) => (file === undefined) !== (media_url === undefined), NEEDS_MEDIA),
    ),
    response: TrimSchema,
  }),
}
