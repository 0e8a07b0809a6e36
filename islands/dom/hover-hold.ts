import { HOVER_HOLD_MS } from '../../shared/limits.ts'

/** Calls `done` each time a pointer has rested on the element for 200 ms (§9); a finger is none. `signal` ends it. */
export function onHoverHold(element: Element, done: () => void, signal?: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => clearTimeout(timer)
  const enter = (event?: Event & { pointerType?: string }) => {
    leave()
    if (event?.pointerType !== 'touch') timer = setTimeout(done, HOVER_HOLD_MS)
  }
  element.addEventListener('pointerenter', enter, signal && { signal })
  element.addEventListener('pointerleave', leave, signal && { signal })
  signal?.addEventListener('abort', leave)
  // The pointer may have come before this code.
  if (element.matches(':hover')) enter()
}
