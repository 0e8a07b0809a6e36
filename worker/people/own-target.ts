const HERE = 'https://here.invalid'
const MAX = 2048

/**
 * Where to go after a form: the path that `next` names, if it is one of ours (T6), else `fallback`. What counts is what a
 * browser makes of it: `/\evil.test` and `/.//evil.test` are other hosts.
 */
export function ownTarget(next: string | undefined, fallback: string): string {
  if (!next?.startsWith('/') || next.length > MAX) return fallback
  const url = URL.parse(next, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
