/** A provider that pages call from the browser (`docs/providers.md`, Terms): its base URL, and the key that browsers may know. */
export type DirectApi = { url: string; key: string }

declare global {
  /** Set on a page that calls the provider itself: such terms want its URLs as they are. */
  var loopframeKeepsUrls: true | undefined
}

/** Our own call that says which of some items were taken down: what comes from the provider is held against it. */
export const REMOVED_PATH = '/v1/removed'

/** How many ids `REMOVED_PATH` takes. */
export const REMOVED_MAX_IDS = 100

/** The provider's address of one of our API's paths, with its key in place of any other. */
export function directUrl(path: string, { url, key }: DirectApi): string {
  const [pathname = '', search] = path.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('api_key', key)
  return `${url}${pathname}?${query}`
}
