import { PAGE_TOKEN } from '../../shared/page-token.ts'

const { meta, field } = PAGE_TOKEN

let token: string | undefined

/** The address of a read of our own API, with the page's token where that needs keys (T51). */
export function ownUrl(url: string): string {
  token ??= document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content
  return token ? `${url}${url.includes('?') ? '&' : '?'}${field}=${token}` : url
}

/** Reads our own API. A token that has ended is renewed: the page's own address has the next one. */
export async function fetchOwn(url: string, init?: RequestInit): Promise<Response> {
  // Calls of the site go by the session.
  if (url.startsWith('/api/')) return fetch(url, init)
  const response = await fetch(ownUrl(url), init)
  if (response.status !== 401 || !token) return response
  const page = await fetch(location.href, { cache: 'reload', signal: init?.signal ?? null })
  const next = (await page.text()).split(`${meta}" content="`)[1]?.split('"')[0]
  if (!next || next === token) return response
  token = next
  return fetch(ownUrl(url), init)
}
