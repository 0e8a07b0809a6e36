import { type DirectApi, directUrl, REMOVED_PATH } from '../../shared/direct.ts'

type Item = { id: unknown; is_removed?: unknown; is_hidden?: unknown }

/** Lets a page's calls of our API go to its element's provider (`docs/providers.md`, Terms), less what was taken down here. */
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
    return Response.json(await withoutRemoved(await response.json(), (ids) => removedOf(ids, own)))
  }
}

/** The path and query of one of our addresses; '' for any other. */
function ownPath(input: RequestInfo | URL): string {
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input, document.baseURI)
  return origin === new URL(document.baseURI).origin ? pathname + search : ''
}

/** A response without what was taken down, by its own flags or here: from lists, objects of GIFs, and what names a GIF. */
async function withoutRemoved(body: unknown, removed: (ids: string[]) => Promise<Set<string>>) {
  const ids: string[] = []
  const all = prune(body, ({ id }) => ids.push(String(id)) > 0)
  if (ids.length === 0) return all
  const gone = await removed([...new Set(ids)])
  return prune(all, ({ id, is_removed, is_hidden }) => !(is_removed || is_hidden || gone.has(String(id))))
}

/** A copy without the items that are not kept. Items are not looked into. */
function prune(value: unknown, keeps: (item: Item) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('id' in value && 'images' in value) return keeps(value) ? value : undefined
  if (Array.isArray(value)) return value.map((one) => prune(one, keeps)).filter((one) => one !== undefined)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, prune(one, keeps)]))
}

async function removedOf(ids: readonly string[], fetch: typeof window.fetch): Promise<Set<string>> {
  const response = await fetch(`${REMOVED_PATH}?${new URLSearchParams({ ids: ids.join() })}`)
  if (!response.ok) throw new Error(`What was taken down answered ${response.status}`)
  return new Set(((await response.json()) as { data: string[] }).data)
}
