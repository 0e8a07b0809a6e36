/** Tells of a tile's picture standing in view for the first time, and of a right click, until the signal ends it. */
export function watchFurther(
  tile: HTMLElement,
  tell: (event: 'visible' | 'contextmenu', cause: Event | undefined) => void,
  signal: AbortSignal,
): void {
  tile.addEventListener('contextmenu', (event) => tell('contextmenu', event), { signal })
  const picture = tile.querySelector('img')
  let told = false
  const look = (event?: Event) => {
    // A placeholder is a single pixel: it counts as nothing.
    if (told || !picture?.complete || picture.naturalWidth <= 1) return
    told = true
    tell('visible', event)
  }
  picture?.addEventListener('load', look, { signal })
  look()
}
