/**
 * A number below `count`, always the same for the same text, in the server and in the browser. It implements the
 * "random" of §2 and §3: a picture that changed on hydration would flicker. FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % count
}
