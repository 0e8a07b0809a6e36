/** The first frame of a file, which never moves, as a square. What this browser cannot draw leaves the place empty. */
export async function drawFirstFrame(canvas: HTMLCanvasElement, file: Blob): Promise<void> {
  const side = 112
  canvas.width = side
  canvas.height = side
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return
  const { width, height } = bitmap
  const scale = side / Math.min(width, height)
  const size = [width * scale, height * scale] as const
  canvas.getContext('2d')?.drawImage(bitmap, (side - size[0]) / 2, (side - size[1]) / 2, ...size)
  bitmap.close()
}

/** Takes files dropped or pasted anywhere; `place` has `data-dragging` meanwhile. The result ends that. */
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
