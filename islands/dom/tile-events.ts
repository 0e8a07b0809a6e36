/** Calls back when a tile's picture is in view for the first time, and on a right click, until the signal ends it. */
export function onTileEvent(
  tile: HTMLElement,
  onEvent: (event: 'visible' | 'contextmenu', cause: Event | undefined) => void,
  signal: AbortSignal,
): void {
  tile.addEventListener('contextmenu', (event) => onEvent('contextmenu', event), { signal })
  const picture = tile.querySelector('img')
  let wasVisible = false
  const check = (event?: Event) => {
    // A placeholder is a single pixel: it counts as nothing.
    if (wasVisible || !picture?.complete || picture.naturalWidth <= 1) return
    wasVisible = true
    onEvent('visible', event)
  }
  picture?.addEventListener('load', check, { signal })
  check()
}
