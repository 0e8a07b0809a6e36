/**
 * Takes the files that are dropped or pasted anywhere on the page: a browser would leave the page and open them. While they
 * are dragged over it, `place` has `data-dragging`.
 * @returns what ends that
 */
export function takeFiles(place: HTMLElement, add: (files: Iterable<File>) => void): () => void {
  const end = new AbortController()
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    hear: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, hear, { signal: end.signal })
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  listen('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    place.toggleAttribute('data-dragging', true)
  })
  listen('dragleave', (event) => {
    if (event.relatedTarget === null) place.removeAttribute('data-dragging')
  })
  listen('drop', (event) => {
    place.removeAttribute('data-dragging')
    if (!hasFiles(event)) return
    event.preventDefault()
    add(event.dataTransfer?.files ?? [])
  })
  listen('paste', (event) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    add(files)
  })
  return () => end.abort()
}
