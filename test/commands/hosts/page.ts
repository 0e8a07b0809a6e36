/** What a host reads of a page: the tags of its head, as a lenient reader of HTML sees them. */

type Attributes = Readonly<Record<string, string>>

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

export const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => CHARACTERS[name] ?? whole)

/** The attributes of a tag; one without a value is ''. */
export const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )

export type Page = {
  status: number
  isHtml: boolean
  html: string
  links: readonly Attributes[]
  metas: readonly Attributes[]
  title: string
}

export async function pageAt(url: string): Promise<Page> {
  const response = await fetch(url)
  const html = await response.text()
  const head = html.split('</head>', 1)[0] ?? ''
  const tags = (name: string) =>
    [...head.matchAll(new RegExp(`<${name}\\s[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag))
  return {
    status: response.status,
    isHtml: /^text\/html\b/.test(response.headers.get('content-type') ?? ''),
    html,
    links: tags('link'),
    metas: tags('meta'),
    title: decode(/<title[^>]*>([^<]*)/.exec(head)?.[1] ?? ''),
  }
}

/** The first that a page says of a property, whether it is a `property` or a `name`. */
export const metaOf = ({ metas }: Page, name: string): string | undefined =>
  metas.find((meta) => meta.property === name || meta.name === name)?.content

/** The first link of a type; `rel` is what some hosts want beside it. */
export const linkOf = ({ links }: Page, type: string, rel?: string): string | undefined =>
  links.find((link) => link.type === type && (rel === undefined || link.rel === rel))?.href

/** What came of a link: the whole of what a host then shows. */
export type Shown =
  | { as: 'link' }
  | { as: 'titled link'; title: string }
  | { as: 'frame'; frame: Attributes; card?: Card }
  | { as: 'video'; src: string; poster: string | undefined }
  | { as: 'card'; card: Card }

export type Card = { title: string; description?: string; image?: string; site?: string; author?: string }

/** The first frame of a text of HTML. */
export const frameOf = (html: string): Attributes | undefined => {
  const [tag] = /<iframe\s[^>]*>/.exec(html) ?? []
  return tag === undefined ? undefined : attributesOf(tag)
}

export const only = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)))

export type Oembed = Record<string, string | number | undefined>

/** A card's fields, without those that there are not. */
export const cardOf = (fields: Record<keyof Card, string | number | undefined>): Card =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Card
