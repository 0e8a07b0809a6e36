/** What a tile shows: as the visitor's system wishes, or what he has said. */
export type Motion = 'auto' | 'play' | 'still'

/** The still comes first where it is wanted: pausing or playing changes this condition alone, never the markup. */
export const STILL_WHEN: Record<Motion, string> = {
  auto: '(prefers-reduced-motion: reduce)',
  play: 'not all',
  still: 'all',
}
