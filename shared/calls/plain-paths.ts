/** A path without choices, and what the placeholders that offered them stand for in it. */
type PlainPath = { path: string; chosen: Record<string, string> }

const CHOICE = /:(\w+)\{(\w+(?:\|\w+)+)\}/

/**
 * A path whose placeholder offers words, as one path for each: `/v1/:type{gifs|stickers}/random` is two. A router finds
 * a word by its name, but a pattern only by trying it on every request that comes by.
 */
export function plainPaths(path: string): PlainPath[] {
  const [placeholder, name = '', words = ''] = CHOICE.exec(path) ?? []
  if (!placeholder) return [{ path, chosen: {} }]
  return words.split('|').flatMap((word) =>
    plainPaths(path.replace(placeholder, word)).map((plain) => ({
      path: plain.path,
      chosen: { [name]: word, ...plain.chosen },
    })),
  )
}
