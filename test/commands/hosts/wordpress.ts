import { attributesOf, decode, frameOf, type Oembed, only, type Shown } from './page.ts'

/** https://developer.wordpress.org/reference/classes/wp_oembed/: what `wp_oembed_get` does with an address. */
type Options = {
  /** Of the theme's content, in pixels. */
  width?: number
  /** An endpoint that `wp_oembed_add_provider` has named: its HTML is taken as it is. */
  provider?: string
}

/** The kinds of links, and the format that each means. */
const LINK_TYPES: Readonly<Record<string, 'json' | 'xml'>> = {
  'application/json+oembed': 'json',
  'text/xml+oembed': 'xml',
  'application/xml+oembed': 'xml',
}

/** What stays of a frame that was found by discovery. */
const KEPT = ['src', 'width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title']

/** Only as much of a page is read. */
const PAGE_BYTES = 153_600

export async function wordpress(url: string, { width = 500, provider }: Options = {}): Promise<Shown> {
  const endpoint = provider ?? (await discover(url)).json
  const data = endpoint && (await answer(endpoint, url, width))
  if (!data || typeof data.type !== 'string') return { as: 'link' }
  if (data.type === 'link')
    return data.title ? { as: 'titled link', title: String(data.title) } : { as: 'link' }
  const frame = frameOf(String(data.html ?? ''))
  if (!frame || !['video', 'rich'].includes(data.type)) return { as: 'link' }
  if (provider) return { as: 'frame', frame }
  const sandboxed = { ...only(frame, KEPT), src: `${frame.src}#?secret=abcdefghij`, sandbox: 'allow-scripts' }
  return { as: 'frame', frame: sandboxed }
}

/** The endpoints that a page's head names: links without `<` and `>` in their attributes. */
export async function discover(url: string): Promise<{ json?: string; xml?: string }> {
  const html = (await (await fetch(url)).text()).slice(0, PAGE_BYTES).split(/<\/head>/i, 1)[0] ?? ''
  const found: { json?: string; xml?: string } = {}
  for (const [, tag = ''] of html.matchAll(/<link([^<>]+)\/?>/gi)) {
    const { type = '', href } = attributesOf(tag)
    const format = LINK_TYPES[type]
    if (format && href) found[format] ??= href
  }
  return found
}

/** JSON, or XML where that is not implemented. The status is not looked at otherwise. */
async function answer(endpoint: string, url: string, width: number): Promise<Oembed | undefined> {
  const call = new URL(endpoint)
  const height = Math.min(Math.ceil(width * 1.5), 1000)
  for (const [name, value] of Object.entries({ maxwidth: width, maxheight: height, url, dnt: 1 }))
    call.searchParams.set(name, String(value))
  for (const format of ['json', 'xml'] as const) {
    call.searchParams.set('format', format)
    const response = await fetch(call)
    if (response.status === 501) continue
    const body = await response.text()
    return format === 'json' ? JSON.parse(body) : readXml(body)
  }
  return undefined
}

/** A flat document without a doctype; each element is a field. */
export function readXml(body: string): Oembed | undefined {
  const [, inner] = /^<\?xml [^?]*\?>\s*<oembed>(.*)<\/oembed>\s*$/s.exec(body) ?? []
  if (inner === undefined) return undefined
  return Object.fromEntries(
    [...inner.matchAll(/<([a-z_]+)>([^<]*)<\/\1>/g)].map(([, name = '', text = '']) => [name, decode(text)]),
  )
}
