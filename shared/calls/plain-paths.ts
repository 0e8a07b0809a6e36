/** A path without alternatives, and the value chosen for each placeholder. */
type PlainPath = { path: string; chosen: Record<string, string> }

const CHOICE = /:(\w+)\{(\w+(?:\|\w+)+)\}/

/**
 * Expands a path's alternatives into one path each: `/v1/:type{gifs|stickers}/random` becomes two. A router looks up
 * literal segments, but has to try a pattern on every request.
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
