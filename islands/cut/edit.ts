import { own } from '../../shared/own.ts'
import { type Clip, ClipError, kindOfFile, openPicture } from './clip.ts'
import type { Cut } from './cut.ts'
import { Editor } from './editor.ts'

// The page's editor, which the script of the uploads fetches with the first press (`islands/public/upload.ts`).

type FilmModule = typeof import('./film.ts')

/** What reads and writes films is fetched with the first of them. */
const films = new Map<string, Promise<FilmModule>>()

function fetchFilm(url: string): Promise<FilmModule> {
  const found = films.get(url) ?? (import(url) as Promise<FilmModule>)
  films.set(url, found)
  found.catch(() => films.delete(url))
  return found
}

type Opened = { clip: Clip; film?: FilmModule['filmEncoder'] }

async function open(file: File, filmUrl: string): Promise<Opened> {
  const { kind, type } = await kindOfFile(file)
  if (kind !== 'film') return { clip: await openPicture(file, kind, type) }
  const { openFilm, filmEncoder } = await fetchFilm(filmUrl)
  return { clip: await openFilm(file), film: filmEncoder }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** A file of the same name, with what it is now at the end. */
const named = (made: Blob, { name }: File): File =>
  new File([made], `${name.replace(/\.\w{1,5}$/, '')}.${own(EXTENSIONS, made.type) ?? 'gif'}`, {
    type: made.type,
  })

type Wanted = { dialog: HTMLDialogElement; file: File; before?: Cut | undefined; language: string }

/** A file that was cut, and how; without a cut the file is whole. */
export type CutFile = { file: File; cut?: Cut }

/**
 * Shows the editor for a file. The result is nothing where the visitor has left it.
 * @throws ClipError where this browser cannot edit the file
 */
export async function editFile({ file, ...wanted }: Wanted): Promise<CutFile | undefined> {
  const { clip, film } = await open(file, wanted.dialog.dataset.film ?? '').catch((error: unknown) => {
    throw error instanceof ClipError ? error : new ClipError('it cannot be opened', { cause: error })
  })
  const editor = new Editor(clip, { ...wanted, film, name: file.name })
  try {
    const edited = await editor.run()
    return edited?.made ? { file: named(edited.made.file, file), cut: edited.made.cut } : edited && { file }
  } finally {
    editor.end()
    clip.close()
  }
}
