import { FLAG_ATTRIBUTES, QUERY_NAMES } from '../../shared/widgets/element-options.data.ts'
import type { ElementDefinition } from './elements.ts'

/** Reads an attribute; null where there is none. */
export type Attribute = (name: string) => string | null

/** The id or slug in a `gif` attribute, which may be the whole URL of the GIF's page. */
export function slugOf(gif: string): string {
  const [path = ''] = gif.trim().split(/[?#]/, 1)
  return path.replace(/\/$/, '').split('/').at(-1) ?? ''
}

/**
 * The URL of a frame; '' for an embed without a GIF. `id` distinguishes its messages from other frames'. It is a counter,
 * so that the URL is the same at the next visit and caches have it.
 */
export function frameUrl(
  definition: ElementDefinition,
  base: string,
  id: string,
  attribute: Attribute,
): string {
  const slug = slugOf(attribute('gif') ?? '')
  const isEmbed = definition.subject === 'gif'
  if (isEmbed && !slug) return ''
  const url = new URL(definition.path + (isEmbed ? encodeURIComponent(slug) : ''), base)
  for (const name of definition.options) {
    const value = attribute(name)
    const option = QUERY_NAMES[name] ?? name
    if (FLAG_ATTRIBUTES.includes(name)) {
      if (value !== null && value !== 'false') url.searchParams.set(option, '1')
    } else if (value) url.searchParams.set(option, value)
  }
  url.searchParams.set('id', id)
  return url.href
}
