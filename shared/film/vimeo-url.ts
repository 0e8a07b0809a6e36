import { AppError } from '../errors.ts'

const ID = /^\d{1,12}$/

// Matches the raw text and not a parsed URL, so that `vimeo.com\@x` and look-alike letters cannot pass.
const VIDEO_URL =
  /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:[/?#]\S*)?$/i

/** §5 Returns the film's canonical URL, from an id or one of that host's URLs. Nothing but the id is kept. */
export function vimeoUrl(idOrUrl: string): string {
  const given = idOrUrl.trim()
  const isUrl = /[/.:]/.test(given)
  const id = isUrl ? VIDEO_URL.exec(given)?.[1] : ID.exec(given)?.[0]
  if (!id) throw new AppError('invalid-input', isUrl ? 'not a vimeo url' : 'not a valid id')
  return `https://vimeo.com/${id}`
}
