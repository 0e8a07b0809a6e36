import { markdownOf } from '../../shared/picker/copied-text.ts'
import type { PickedGif } from '../../shared/picker/picked-gif.ts'
import { fileUrl } from '../../shared/picker/picker-gif.ts'
import { copyText } from '../dom/clipboard.ts'
import { newElement } from '../dom/new-element.ts'

/** ms */
const PATIENCE_MS = 20_000

export const copyLink = (gif: PickedGif): Promise<boolean> => copy(gif.url)
export const copyMarkdown = (gif: PickedGif): Promise<boolean> => copy(markdownOf(gif))

// Without https there is no clipboard at all, whatever the types say.
const copy = async (text: string): Promise<boolean> => (navigator.clipboard ? copyText(text) : false)

/** The type of a GIF's file; few browsers put it on the clipboard. */
const FILE_TYPE = 'image/gif'

/** Whether a file can be copied here; where it cannot, it is downloaded. */
export const canCopyFile = (): boolean =>
  typeof ClipboardItem === 'function' && Boolean(ClipboardItem.supports?.(FILE_TYPE))

/** Copies the moving picture itself. @throws where it cannot be loaded or copied */
export async function copyFile(gif: PickedGif): Promise<void> {
  // The browser wants the item at once, with the press; what it holds may follow.
  await navigator.clipboard.write([new ClipboardItem({ [FILE_TYPE]: fileOf(gif) })])
}

/** Downloads the moving picture under its own name. @throws where it cannot be loaded */
export async function saveFile(gif: PickedGif): Promise<void> {
  const blob = await fileOf(gif)
  const href = URL.createObjectURL(blob)
  const kind = blob.type.split('/')[1] ?? 'gif'
  newElement('a', { href, download: `${gif.id}.${kind}` }).click()
  // The download has begun by then, and holds the file itself.
  setTimeout(() => URL.revokeObjectURL(href), PATIENCE_MS)
}

async function fileOf(gif: PickedGif): Promise<Blob> {
  // As a GIF: what is negotiated by `Accept` would be another type.
  const response = await fetch(fileUrl(gif), {
    headers: { Accept: FILE_TYPE },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`The file answered ${response.status}`)
  return response.blob()
}
