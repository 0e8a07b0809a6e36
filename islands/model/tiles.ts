import { computed, signal } from '@preact/signals-core'
import type { Gif } from '../../shared/schema/gif.ts'

/** Whether a tile moves: as the visitor's system prefers, or as the visitor chose here. */
export type Motion = 'auto' | 'play' | 'still'

/** The still comes first where it is wanted: pausing or playing changes this condition alone, never the markup. */
export const STILL_WHEN: Record<Motion, string> = {
  auto: '(prefers-reduced-motion: reduce)',
  play: 'not all',
  still: 'all',
}

/** The pause of a page of tiles: until the visitor chooses, they move as the system prefers (WCAG 2.2.2). */
export function createPause(startsPaused: boolean, onChange: (paused: boolean) => void = () => {}) {
  const paused = signal(startsPaused)
  const isChosen = signal(false)
  const setPaused = (to: boolean) => {
    if (paused.value === to && isChosen.value) return
    const changes = paused.value !== to
    isChosen.value = true
    paused.value = to
    if (changes) onChange(to)
  }
  return {
    paused,
    motion: computed<Motion>(() => (isChosen.value ? (paused.value ? 'still' : 'play') : 'auto')),
    setPaused,
    togglePause: () => setPaused(!paused.value),
  }
}

export type Pause = ReturnType<typeof createPause>

/** Observes a tile for what visitors do with its GIF (seen, hovered, clicked …), until the signal ends it. */
export type TileObserver<Item = Gif> = (gif: Item, tile: HTMLElement, signal: AbortSignal) => void
