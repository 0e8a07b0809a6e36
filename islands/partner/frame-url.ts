import { attributeOf, type Kind } from './kinds.ts'

/** Reads an attribute; null where there is none. */
export type Attribute = (name: string) => string | null

/** These are there or not, as attributes are. */
const FLAGS = ['hideAttribution', 'noLink']

/** The id or slug in what a page names a GIF by, which may be the whole address of its page. */
export const slugOf = (gif: string): string => /([^/?#]+)\/?(?:[?#].*)?$/.exec(gif.trim())?.[1] ?? ''

/**
 * The address of a frame; '' for an embed of no GIF. `id` tells its messages from other frames'. A counter will do, and
 * caches find the same address again at the next visit.
 */
export function frameUrl(kind: Kind, base: string, id: string, attribute: Attribute): string {
  const slug = slugOf(attribute('gif') ?? '')
  const isEmbed = kind.subject === 'gif'
  if (isEmbed && !slug) return ''
  const url = new URL(kind.path + (isEmbed ? encodeURIComponent(slug) : ''), base)
  for (const option of kind.options) {
    const value = attribute(attributeOf(option))
    if (FLAGS.includes(option)) {
      if (value !== null && value !== 'false') url.searchParams.set(option, '1')
    } else if (value) url.searchParams.set(option, value)
  }
  url.searchParams.set('id', id)
  return url.href
}
