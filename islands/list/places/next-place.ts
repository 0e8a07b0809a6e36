/** Where a tile begins; any unit will do. */
type Place = { left: number; top: number }

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The tile that a key leads to from another, in columns: up and down within one, left and right to what begins beside it;
 * Home and End to the first and the last. Undefined where nothing is, and for any other key.
 */
export function nextPlace(places: readonly Place[], at: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  const here = places[at]
  const arrow = Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined
  if (!here || !arrow) return undefined
  const [x, y] = arrow
  const ahead = ({ left, top }: Place) =>
    x === 0 ? left === here.left && y * (top - here.top) > 0 : x * (left - here.left) > 0
  const distance = (place: Place) => Math.abs(place.left - here.left) * FAR + Math.abs(place.top - here.top)
  let best: number | undefined
  for (const [index, place] of places.entries()) {
    if (ahead(place) && (best === undefined || distance(place) < distance(places[best] as Place)))
      best = index
  }
  return best
}

/** A column further away is never nearer, however long the list. */
const FAR = 1e6
