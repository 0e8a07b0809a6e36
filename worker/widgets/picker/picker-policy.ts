import style from '../../../dist/picker-style.json'
import { TRUSTED, write } from '../../render/content-policy.ts'

/** What the picker may load from. `anyHost` allows pictures and files of every https host, `styleHash` the page's style. */
type PickerSources = { origin: string; media: readonly string[]; anyHost: boolean; styleHash: string }

/** The policy of the picker's page: as a widget's, with its search form, and files that are copied (`connect-src`). */
export function pickerPolicy({ origin, media, anyHost, styleHash }: PickerSources): string {
  const statics = `${origin}/static/`
  const files = [`${origin}/media/`, ...media, ...(anyHost ? ['https:'] : [])]
  const allowed = write({
    'default-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [`${origin}/widgets/picker`],
    'script-src': [statics],
    'style-src': [statics, style.csp, styleHash],
    'img-src': [statics, ...files, 'data:'],
    'connect-src': ["'self'", ...files],
    'frame-ancestors': ['*'],
  })
  return `${allowed}; ${TRUSTED}`
}
