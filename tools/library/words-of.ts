type Words = { slug: string; title: string; tags: string[] }

const NAMELESS: Words = { slug: 'clip', title: 'Clip', tags: [] }
const LONGEST = 80
/** Words that do not describe a clip. */
const EMPTY = new Set(['gif', 'webp', 'png', 'mp4', 'final', 'copy', 'the', 'a', 'an', 'of', 'and'])

/** Title, slug and tags from a file's name: `happy_cat-02` is "Happy cat 02", tagged happy and cat. */
export function fileWords(name: string): Words {
  const words = name
    .normalize('NFC')
    .slice(0, LONGEST)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (words.length === 0) return NAMELESS
  const text = words.join(' ')
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  const tags = words
    .map((word) => word.toLowerCase())
    .filter((word) => !EMPTY.has(word) && !/^\d+$/.test(word))
  return {
    slug: slug || NAMELESS.slug,
    title: text.charAt(0).toUpperCase() + text.slice(1),
    tags: [...new Set(tags)],
  }
}
