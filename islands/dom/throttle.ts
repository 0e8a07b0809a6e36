/** Runs at once, then at most once per `ms`; calls in between become one at its end. */
export function throttle(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false

  return function throttled() {
    if (timer !== undefined) {
      again = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (!again) return
      again = false
      throttled()
    }, ms)
  }
}
