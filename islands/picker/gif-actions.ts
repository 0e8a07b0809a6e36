import { withTracking } from '../../shared/gif/tracking.ts'
import type { PickedGif } from '../../shared/picker/picked-gif.ts'
import { fileUrl, markdownOf, pickedGif } from '../../shared/picker/picker-gif.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { copyText } from '../dom/clipboard.ts'
import { browserFavorite, Full, isOwnPage, openFavorite, remember } from '../favorites/favorites.ts'
import type { PickerPageProps } from './picker-props.ts'

/** One thing that can be done: by a press, or by following a link. */
export type MenuItem = { label: string; act: () => void } | { label: string; href: string }

/** The menu of a GIF: it opens at `at`, and the focus goes back to `from` when it closes. */
export type OpenMenu = { gif: Gif; items: readonly MenuItem[]; at: HTMLElement; from: HTMLElement }

type Telling = {
  post: (message: { type: 'pick'; gif: PickedGif }) => void
  say: (text: string) => void
  sayQuietly: (text: string) => void
}

/** Gives a GIF to the host, or copies its link where there is no host. */
export async function pickGif(gif: Gif, page: PickerPageProps, { post, say, sayQuietly }: Telling) {
  const { pick, publicUrl, texts } = page
  const picked = pickedGif(gif, publicUrl)
  remember(gif.id)
  if (pick === 'copy' || parent === window) {
    say((await copy(picked.url)) ? texts.copied : texts.copyFailed)
    return
  }
  post({ type: 'pick', gif: picked })
  sayQuietly(interpolate(texts.picked, { title: picked.alt }))
}

/** What can be done with a GIF besides picking it; `say` takes what to say of it when it is done. */
export async function actionsFor(
  gif: Gif,
  { texts, publicUrl, tracking }: PickerPageProps,
  say: (text: string) => void,
): Promise<MenuItem[]> {
  const picked = pickedGif(gif, publicUrl)
  // An account that does not answer has no favorite to take back.
  const stored = await favoriteOf(gif.id).catch(() => undefined)
  const isFavorite = stored?.favorite === true
  const copied = (done: boolean) => say(done ? texts.copied : texts.copyFailed)
  const ofFile = (act: Promise<void>, done: string) =>
    act.then(
      () => say(done),
      () => say(texts.fileFailed),
    )
  return [
    { label: texts.copyLink, act: () => copy(picked.url).then(copied) },
    { label: texts.copyMarkdown, act: () => copy(markdownOf(picked)).then(copied) },
    canCopyFile()
      ? { label: texts.copyFile, act: () => ofFile(copyFile(picked), texts.copied) }
      : { label: texts.saveFile, act: () => ofFile(saveFile(picked), '') },
    {
      label: isFavorite ? texts.unfavorite : texts.favorite,
      act: () => setFavorite(gif.id, !isFavorite, texts).then(say),
    },
    { label: texts.openPage, href: withTracking(picked.url, tracking) },
  ]
}

const favoriteOf = async (id: string) => (isOwnPage() ? openFavorite(id) : browserFavorite(id))

/** Makes a GIF a favorite, or no longer; gives what became of it, in words. */
async function setFavorite(id: string, favorite: boolean, texts: PickerPageProps['texts']): Promise<string> {
  try {
    await (await favoriteOf(id)).save(favorite)
    return favorite ? texts.favoriteAdded : texts.favoriteRemoved
  } catch (error) {
    return error instanceof Full ? texts.favoritesFull : texts.favoriteFailed
  }
}

// Without https there is no clipboard at all, though the types say so.
const copy = async (text: string): Promise<boolean> => (navigator.clipboard ? copyText(text) : false)

/** The type of a GIF's file; few browsers put it on the clipboard. */
const FILE_TYPE = 'image/gif'

/** ms */
const PATIENCE_MS = 20_000

/** Whether a file can be copied here; where it cannot, it is downloaded. */
const canCopyFile = (): boolean =>
  typeof ClipboardItem === 'function' && Boolean(ClipboardItem.supports?.(FILE_TYPE))

/** Copies the moving picture itself. @throws where it cannot be loaded or copied */
async function copyFile(gif: PickedGif): Promise<void> {
  // The browser wants the item at once, with the press; what it holds may follow.
  await navigator.clipboard.write([new ClipboardItem({ [FILE_TYPE]: fileOf(gif) })])
}

/** Downloads the moving picture under its own name. @throws where it cannot be loaded */
async function saveFile(gif: PickedGif): Promise<void> {
  const blob = await fileOf(gif)
  const href = URL.createObjectURL(blob)
  const kind = blob.type.split('/')[1] ?? 'gif'
  Object.assign(document.createElement('a'), { href, download: `${gif.id}.${kind}` }).click()
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
