import { isLocalHost } from '../../shared/html.ts'
import { isRecord, type Page } from './page.ts'

/** Fields whose addresses are of pictures and films, with all that is in them. */
const PICTURES = /^(?:images|video|avatar_?\w*|banner_?\w*|\w*image(?:_url)?)$/

/**
 * A provider's page without pictures and films by `http:`, which our pages may not show: each is by https, or ''
 * where it is no address. Those of a development host stay as they are. Without any, it is the same page.
 */
export const withSecurePictures = <P extends Page>(page: P): P => {
  const data = secured(page.data, false)
  return data === page.data ? page : { ...page, data }
}

function secured(value: unknown, isPicture: boolean): unknown {
  if (typeof value === 'string') return isPicture ? httpsOf(value) : value
  if (Array.isArray(value)) {
    const list = value.map((each) => secured(each, isPicture))
    return list.every((each, at) => each === value[at]) ? value : list
  }
  if (!isRecord(value)) return value
  const before = Object.entries(value)
  const after = before.map(
    ([name, field]) => [name, secured(field, isPicture || PICTURES.test(name))] as const,
  )
  return after.every(([, field], at) => field === before[at]?.[1]) ? value : Object.fromEntries(after)
}

function httpsOf(address: string): string {
  if (!/^\s*http:/i.test(address)) return address
  const url = URL.parse(address)
  if (!url) return ''
  return isLocalHost(url) ? address : `https${url.href.slice('http'.length)}`
}
