import style from '../../../dist/picker-style.json'
import { ANALYTICS, NO_ANALYTICS, TRUSTED, write } from '../../render/content-policy.ts'

/** What the picker may load from. `anyHost` allows pictures and files of every https host, `styleHash` the page's style. */
type PickerSources = {
  origin: string
  media: readonly string[]
  anyHost: boolean
  styleHash: string
  analytics: boolean
}

/** The policy of the picker's page: as a widget's, with its search form, and files that are copied (`connect-src`). */
export function pickerPolicy({ origin, media, anyHost, styleHash, analytics }: PickerSources): string {
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
    'connect-src': ["'self'", ...files, ...(anyHost ? [] : service.connect)],
    'frame-ancestors': ['*'],
  })
  return allowed + (analytics ? '' : `; ${TRUSTED}`)
}
