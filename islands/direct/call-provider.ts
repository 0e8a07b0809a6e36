import { type DirectApi, directUrl, REMOVED_PATH } from '../../shared/direct.ts'

type Item = { id?: unknown; is_removed?: unknown; is_hidden?: unknown }
type Body = { data?: unknown }

/**
 * Lets a page's calls of `/v1/…` and `/v2/…` go from the browser to the provider that the element names (`docs/providers.md`,
 * Terms). All that comes is held against what was taken down here: if that can't be asked, the call fails.
 */
export function callProvider(element: HTMLElement | null): void {
  const { provider: url = '', key = '' } = element?.dataset ?? {}
  globalThis.loopframeKeepsUrls = true
  const own = window.fetch
  window.fetch = async (input, init) => {
    const path = ownPath(input)
    if (!/^\/v[12]\/(?!pingback)/.test(path) || path.startsWith(REMOVED_PATH)) return own(input, init)
    // Without a session, and without a referrer that names the page of the visitor.
    const response = await own(directUrl(path, { url, key } satisfies DirectApi), {
      signal: init?.signal ?? null,
      credentials: 'omit',
      referrerPolicy: 'origin',
    })
    if (!response.ok) return response
    const body = (await response.json()) as Body
    return Response.json(await withoutRemoved(body, (ids) => removedOf(ids, own)))
  }
}

/** The path and query of an address of ours; '' for any other. */
function ownPath(input: RequestInfo | URL): string {
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input, document.baseURI)
  return origin === new URL(document.baseURI).origin ? pathname + search : ''
}

/** A response without what was taken down, by its own flags or here. An item alone is `undefined` then. */
async function withoutRemoved(body: Body, removed: (ids: string[]) => Promise<Set<string>>): Promise<Body> {
  const { data } = body
  const items = (Array.isArray(data) ? data : [data]).filter(isItem)
  const ids = items.map(({ id }) => String(id))
  if (ids.length === 0) return body
  const gone = await removed(ids)
  const isOpen = (item: unknown) =>
    !isItem(item) || !(item.is_removed || item.is_hidden || gone.has(String(item.id)))
  return { ...body, data: Array.isArray(data) ? data.filter(isOpen) : isOpen(data) ? data : undefined }
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'id' in value && 'images' in value

async function removedOf(ids: readonly string[], fetch: typeof window.fetch): Promise<Set<string>> {
  const response = await fetch(`${REMOVED_PATH}?${new URLSearchParams({ ids: ids.join() })}`)
  if (!response.ok) throw new Error(`What was taken down answered ${response.status}`)
  return new Set(((await response.json()) as { data: string[] }).data)
}
