type Signs = readonly (readonly [name: string, ...signs: string[]])[]

// The first that fits: each browser also says that it is one of those below it.
const BROWSERS: Signs = [
  ['Edge', 'Edg/', 'EdgA/', 'EdgiOS/'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Firefox', 'Firefox/', 'FxiOS/'],
  ['Chrome', 'Chrome/', 'CriOS/'],
  ['Safari', 'Safari/'],
]
const SYSTEMS: Signs = [
  ['iPadOS', 'iPad'],
  ['iOS', 'iPhone'],
  ['Android', 'Android'],
  ['ChromeOS', 'CrOS'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['Linux', 'Linux'],
]

const MAX = 60

/** A browser's name and system, by which people tell their sessions apart; of a program its own name; '' for nothing. */
export function agentName(agent: string): string {
  const find = (names: Signs) => names.find(([, ...signs]) => signs.some((sign) => agent.includes(sign)))?.[0]
  const browser = find(BROWSERS)
  if (!browser) return agent.slice(0, MAX)
  return [browser, find(SYSTEMS)].filter(Boolean).join(' · ')
}
