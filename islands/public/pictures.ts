/** The longest side of a preview, in pixels. */
const SIDE = 800

// A picture is shown before it is sent. Without this, and for a file that this browser can't draw, the one before stays.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-preview]')) {
  const place = form.parentElement?.querySelector('.portrait-now')
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')
  input?.addEventListener('change', async () => {
    const canvas = await drawn(input.files?.[0])
    if (canvas) place?.replaceChildren(canvas)
  })
}

/** A picture's first frame, which never moves. */
async function drawn(file: File | undefined): Promise<HTMLCanvasElement | undefined> {
  const bitmap = file && (await createImageBitmap(file).catch(() => undefined))
  if (!bitmap) return undefined
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}
