/** What a browser's name of itself has in it, and what it is called. The first that fits: they say that they are others, too. */
const BROWSERS: readonly (readonly [part: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: typeof BROWSERS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/** A browser as a mail names it: `Firefox, Windows`. Nothing of what it sends is repeated. */
export function browserName(agent: string): string {
  const parts = [BROWSERS, SYSTEMS].flatMap((rows) => rows.find(([part]) => agent.includes(part))?.[1] ?? [])
  return parts.join(', ') || '?'
}
