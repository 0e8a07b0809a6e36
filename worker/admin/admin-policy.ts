import { type AppContext, requestOrigin } from '../http/context.ts'
import { providerConfigs } from '../provider/several/provider-configs.ts'
import { TRUSTED, write } from '../render/document.ts'

/**
 * The policy of a staff page: our own files, calls of our own host, pictures from where the GIFs are. The library of
 * components sets styles by script alone, so nothing is inline.
 */
export function adminPolicy(c: AppContext): string {
  const { config } = c.get('services')
  const origin = requestOrigin(c.req.url)
  const statics = `${origin}/static/`
  const elsewhere = config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : ['https:']
  const pictures = [
    ...new Set([`${origin}/media/`, `${c.get('publicUrl')}/media/`]),
    ...(providerConfigs(config).some(({ url }) => url !== '') ? elsewhere : []),
  ]
  const allowed = write({
    'default-src': ["'none'"],
    'script-src': [statics],
    'style-src': [statics],
    'img-src': [statics, ...pictures, 'data:', 'blob:'],
    'media-src': [...pictures, 'blob:'],
    'connect-src': ["'self'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  return `${allowed}; ${TRUSTED}`
}
