/** Whether a tile moves: as the visitor's system prefers, or as the visitor chose here. */
export type Motion = 'auto' | 'play' | 'still'

/** The still comes first where it is wanted: pausing or playing changes this condition alone, never the markup. */
export const STILL_WHEN: Record<Motion, string> = {
  auto: '(prefers-reduced-motion: reduce)',
  play: 'not all',
  still: 'all',
}
