import { AppError } from '../errors.ts'

const ID = /^\d{1,12}$/

// The text itself is matched, not what a URL parser makes of it: `vimeo.com\@x` and look-alike letters have no way in.
const VIDEO_URL =
  /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:[/?#]\S*)?$/i

/** §5 A video host embed takes an id or one of that host's URLs. The URL is built anew: nothing else of it is passed on. */
export function vimeoUrl(idOrUrl: string): string {
  const given = idOrUrl.trim()
  const isUrl = /[/.:]/.test(given)
  const id = isUrl ? VIDEO_URL.exec(given)?.[1] : ID.exec(given)?.[0]
  if (!id) throw new AppError('invalid-input', isUrl ? 'not a vimeo url' : 'not a valid id')
  return `https://vimeo.com/${id}`
}
