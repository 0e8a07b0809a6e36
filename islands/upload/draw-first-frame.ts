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
