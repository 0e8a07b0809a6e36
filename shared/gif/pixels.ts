import type { Gif } from '../schema/gif.ts'

const MAX_PIXELS = 10
const MAX_TAG_CHARS = 4096

/** Cache-buster placeholders of ad servers: every word in every pair of brackets, also percent-encoded. */
const WORD = '(?:cache[_-]?bust(?:er)?|cb|random(?:[_-]?number)?|rand|rnd|time[_-]?stamp|ord)'
const PLACEHOLDER = new RegExp(
  `%%${WORD}%%|%25%25${WORD}%25%25|\\[${WORD}\\]|%5B${WORD}%5D|__${WORD}__` +
    `|\\$?\\{\\{?${WORD}\\}?\\}|\\$?%7B(?:%7B)?${WORD}%7D(?:%7D)?`,
  'gi',
)

// Reads attributes in order, as a browser does, so that a `src=` within another attribute's value does not count.
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/gy

/** The URLs of a GIF's pixels, with their placeholders. */
export const pixelTags = ({ bottle_data }: Pick<Gif, 'bottle_data'>): string[] =>
  (bottle_data?.tags ?? [])
    .flatMap((tag) => {
      const url = tag.length <= MAX_TAG_CHARS ? addressIn(tag.trim()) : undefined
      return url && isPixel(url.replace(PLACEHOLDER, '0')) ? [url] : []
    })
    .slice(0, MAX_PIXELS)

/** §3 The https URL of each seen tag's pixel, never its markup. `random`, as `Math.random`, is called once a tag. */
export function pixelUrls({ bottle_data }: Pick<Gif, 'bottle_data'>, random: () => number): string[] {
  return pixelTags({ bottle_data }).map(
    (url) => new URL(url.replace(PLACEHOLDER, String(Math.floor(random() * 1e10)))).href,
  )
}

/** The URL in a tag, which is a URL or markup with a single picture. */
function addressIn(tag: string): string | undefined {
  if (!tag.includes('<')) return tag
  const [, attributes, ...more] = tag.split(/<img(?=[\s/])/i)
  if (attributes === undefined || more.length > 0) return undefined
  for (const [, name, double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (name?.toLowerCase() === 'src') return (double ?? single ?? bare)?.trim().replaceAll('&amp;', '&')
  }
  return undefined
}

function isPixel(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && !username && !password
}
