import style from '../../../dist/picker-style.json'
import { originsIn } from '../../../shared/picture/origins.ts'
import { ANALYTICS, NO_ANALYTICS, TRUSTED, write } from '../../render/content-policy.ts'

/** What the picker may load from. `anyHost` allows pictures and files of every https host, `styleHash` the page's style. */
type PickerSources = {
  origin: string
  media: readonly string[]
  anyHost: boolean
  styleHash: string
  analytics: boolean
  /** The base URL of a provider that the page calls itself. */
  provider?: string | undefined
}

/** The policy of the picker's page: as a widget's, with its search form, and files that are copied (`connect-src`). */
export function pickerPolicy(sources: PickerSources): string {
  const { origin, media, anyHost, styleHash, analytics, provider } = sources
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const files = [`${origin}/media/`, ...media, ...(anyHost ? ['https:'] : [])]
  const allowed = write({
    'default-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [`${origin}/widgets/picker`],
    'script-src': [statics, ...service.script],
    'style-src': [statics, style.csp, styleHash],
    'img-src': [statics, ...files, ...(anyHost ? [] : service.image), 'data:'],
    'connect-src': ["'self'", ...originsIn([provider]), ...files, ...(anyHost ? [] : service.connect)],
    'frame-ancestors': ['*'],
  })
  return allowed + (analytics ? '' : `; ${TRUSTED}`)
}
