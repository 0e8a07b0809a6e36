import { lruOfEach } from '../memory.ts'
import { type AppContext, requestOrigin } from './context.ts'

/** A stranger chooses what requests are alike by: longer texts are not kept. */
const KEPT = { entries: 300, keyLength: 1500 } as const

/**
 * What `find` makes of a request for a page in a frame, kept for requests that are alike in all that it may read: their
 * address without its path, and each header that `Vary` names for such pages. No one may change it.
 */
export function asked<T>(find: (c: AppContext) => T): (c: AppContext) => T {
  const keptOf = lruOfEach<{ found: T }>({ entries: KEPT.entries })
  return (c) => {
    const kept = keptOf(c.get('services'))
    const key = likenessOf(c)
    const known = kept.get(key)
    if (known) return known.found
    const found = find(c)
    if (key.length <= KEPT.keyLength) kept.set(key, { found })
    return found
  }
}

/** No header has a line break. */
function likenessOf(c: AppContext): string {
  const { url, headers } = c.req.raw
  const at = url.indexOf('?')
  return `${c.get('publicUrl')}
${requestOrigin(url)}
${at < 0 ? '' : url.slice(at)}
${headers.get('User-Agent')}
${headers.get('Sec-CH-UA-Mobile')}
${headers.get('Accept-Language')}
${headers.get('Referer')}
${headers.get('Sec-GPC')}
${headers.get('DNT')}
${headers.get('Save-Data')}`
}
