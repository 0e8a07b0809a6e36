import { originsIn } from '../../../shared/picture/origins.ts'
import { TRUSTED, write } from '../../render/content-policy.ts'

/** `provider` is the base URL of one that the page calls itself: then its pictures may be on any https host. */
type PublicSources = { origin: string; media: readonly string[]; provider?: string | undefined }

/**
 * The policy of a public page: our static files, pictures and films from the media hosts, frames of our own embeds and
 * widgets, forms that submit to us. Nothing is inline, and no page may frame it.
 */
export function publicPolicy({ origin, media, provider }: PublicSources): string {
  const statics = `${origin}/static/`
  const pictures = [...new Set([`${origin}/media/`, ...media])]
  const allowed = write({
    'default-src': ["'none'"],
    'script-src': [statics],
    'style-src': [statics],
    'img-src': [statics, ...pictures, ...(provider ? ['https:'] : []), 'data:'],
    'media-src': pictures,
    'connect-src': ["'self'", ...originsIn([provider])],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  return `${allowed}; ${TRUSTED}`
}
