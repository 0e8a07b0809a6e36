/** Where KLIPY's items are, and how an id of ours says so. */
const MARKS = {
  gifs: '',
  stickers: 'Zs',
  clips: 'Zc',
  emojis: 'Ze',
} as const

export type Shelf = keyof typeof MARKS

const SHELVES = new Map<string, Shelf>(Object.entries(MARKS).map(([shelf, mark]) => [mark, shelf as Shelf]))

/** An id of ours: `shared/gif/item-path.ts`. */
const ID = /^\w{1,64}$/
/** What a slug of theirs may have; it is a part of a path there. */
const SLUG = /^[\w-]{1,128}$/

const ESCAPES: Record<string, string> = { '-': '_', _: 'Zu', Z: 'ZZ' }
const LETTERS: Record<string, string> = { _: '-', Zu: '_', ZZ: 'Z' }

/**
 * The id that we show for a slug of KLIPY's. A path of ours ends in `-{id}`, so an id has no `-`: it becomes `_`. `Z` begins what
 * stands for something else: `Zu` is `_`, `ZZ` is `Z`, and in front of all `Zs`, `Zc` or `Ze` is the shelf, where it is
 * not `gifs`. Undefined for a slug with other characters, or too long: no address of ours could name it.
 */
export function idOf(shelf: Shelf, slug: string): string | undefined {
  if (!SLUG.test(slug)) return undefined
  const id = MARKS[shelf] + slug.replace(/[-_Z]/g, (letter) => ESCAPES[letter] ?? '')
  return ID.test(id) ? id : undefined
}

/** Shelf and slug of an id that `idOf` made; undefined for any other text. */
export function placeOf(id: string): { shelf: Shelf; slug: string } | undefined {
  const mark = /^Z[sce]/.exec(id)?.[0] ?? ''
  const shelf = SHELVES.get(mark)
  const slug = id.slice(mark.length).replace(/_|Z[uZ]/g, (code) => LETTERS[code] ?? '')
  return shelf && idOf(shelf, slug) === id ? { shelf, slug } : undefined
}
