/** What pages and analytics say to each other, in order: plain objects, and the service's own commands. */
export type DataLayer = unknown[]

declare global {
  interface Window {
    dataLayer?: DataLayer
  }
}

/** The page's data layer, made where there is none yet. */
export function dataLayerOf(page: Window): DataLayer {
  page.dataLayer ??= []
  return page.dataLayer
}

/** Which dimension says what about a user; the first is the id. */
const DIMENSIONS = { userId: 'dimension1', userVerified: 'dimension2', userType: 'dimension3' } as const

/**
 * §6, §7 Who the visitor is: id, verified status and type, but only when the data layer says `userLoggedIn`. The last
 * entry that speaks of it counts.
 */
export function userDimensions(layer: DataLayer): Record<string, string> {
  const entry = layer.findLast(
    (said): said is Record<string, unknown> =>
      typeof said === 'object' && said !== null && 'userLoggedIn' in said,
  )
  if (entry?.userLoggedIn !== true) return {}
  return Object.fromEntries(
    Object.entries(DIMENSIONS).flatMap(([field, dimension]) =>
      entry[field] === undefined ? [] : [[dimension, String(entry[field])]],
    ),
  )
}
