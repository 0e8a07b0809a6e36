import { TRUSTED, write } from '../../render/content-policy.ts'

/**
 * The policy of a public page: our static files, pictures and films from the media hosts, frames of our own embeds and
 * widgets, forms that submit to us. Nothing is inline, and no page may frame it.
 */
export function publicPolicy({ origin, media }: { origin: string; media: readonly string[] }): string {
  const statics = `${origin}/static/`
  const pictures = [...new Set([`${origin}/media/`, ...media])]
  const allowed = write({
    'default-src': ["'none'"],
    'script-src': [statics],
    'style-src': [statics],
    'img-src': [statics, ...pictures, 'data:'],
    'media-src': pictures,
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  return `${allowed}; ${TRUSTED}`
}
