import { SCALE_UP_LIMIT_PX } from '../limits.ts'
import type { Images, Rendition } from '../schema/rendition.ts'

export type Size = { width: number; height: number }

/** §5 The candidates; on a tie the first wins. */
const NAMES = ['original', 'fixed_width', 'fixed_height', 'fixed_width_small', 'fixed_height_small'] as const

type Options = { still?: boolean; scaleUpLimit?: number | undefined }

/**
 * §5 Best rendition for the wanted size in pixels: of those not smaller by more than `scaleUpLimit`, the one with the
 * closest area; if all are smaller, the largest. `undefined` if the GIF has no rendition at all.
 */
export function bestRendition(
  images: Images,
  wanted: Size,
  { still = false, scaleUpLimit = SCALE_UP_LIMIT_PX }: Options = {},
): Rendition | undefined {
  const candidates = candidatesOf(images, still)
  const sized = candidates.filter((rendition) => area(rendition) > 0)
  const enough = sized.filter(
    ({ width, height }) => wanted.width - width <= scaleUpLimit && wanted.height - height <= scaleUpLimit,
  )
  const target = Math.max(1, area(wanted))
  return (
    least(enough, (rendition) => Math.abs(1 - area(rendition) / target)) ??
    least(sized, (rendition) => -area(rendition)) ??
    candidates[0]
  )
}

// Without any of the five, a rendition of another name is better than an empty frame.
function candidatesOf(images: Images, still: boolean): Rendition[] {
  const named = NAMES.flatMap((name) => images[still ? (`${name}_still` as const) : name] ?? [])
  if (named.length > 0) return named
  const alike = Object.entries(images).filter(([name]) => name.endsWith('_still') === still)
  return (alike.length > 0 ? alike : Object.entries(images)).flatMap(([, rendition]) => rendition ?? [])
}

const area = ({ width, height }: Size): number => width * height

/** The first entry with the lowest score. */
function least<T>(list: T[], score: (item: T) => number): T | undefined {
  let best = list[0]
  for (const item of list) {
    if (best !== undefined && score(item) < score(best)) best = item
  }
  return best
}
