import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { GIF_FIELDS } from '../../../shared/calls/site/own-gifs.ts'
import { ACCEPTED_FILES, LIMITS } from '../../../shared/media/limits.ts'
import { CHOSEN_TYPES } from '../../../shared/schema/choices.ts'
import type { Language } from '../../../shared/texts/languages.ts'
import { withLimits } from '../../../shared/texts/people/people-texts.ts'
import type { UploadTexts } from '../../../shared/texts/people/upload-texts.data.ts'
import { areTags, drawFirstFrame, takeFiles, uploadWords } from '../../upload/upload-page.ts'
import { type Upload, type UploadQueue, uploadQueue } from '../../upload/upload-queue.ts'
import { useAdmin, usePage, useRead, useReread } from '../admin.tsx'
import { Failed, RowButton } from '../parts/elements.tsx'
import {
  type AdminField,
  Fields,
  fits,
  optionsOf,
  RATING_OPTIONS,
  submitOf,
  useForm,
} from '../parts/form.tsx'
import { useLeave, useUnsaved } from '../parts/unsaved.tsx'

type RowProps = {
  upload: Upload
  /** How far it is. */
  text: string
  words: UploadTexts
  queue: UploadQueue
  /** Shows the item that it has become. */
  show: (id: string) => void
  remove: () => void
}

const uploadId = ({ number }: Upload) => `upload-${number}`

/** A file: how far it is, and what can be done with it now. */
function UploadRow({ upload, text, words, queue, show, remove }: RowProps) {
  const { now, source } = upload
  const { name, file } = source
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current && file) void drawFirstFrame(canvas.current, file)
  }, [file])
  const reason = 'reason' in now ? now.reason : ''
  return (
    <li id={uploadId(upload)} data-state={now.state}>
      <canvas ref={canvas} className="admin-thumb" />
      <div>
        <bdi>{name}</bdi>
        <span className="admin-soft">
          {text} {reason && <span lang="en">{reason}</span>}
        </span>
        {now.state === 'sending' && <progress aria-label={name} value={now.sent / now.total} />}
      </div>
      <div className="admin-actions">
        <Acts {...{ upload, words, queue, show, remove }} />
      </div>
    </li>
  )
}

/** The buttons of a state. The first keeps the focus as its state changes, which is why it is the same element. */
function Acts({ upload, words, queue, show, remove }: Omit<RowProps, 'text'>) {
  const { texts } = usePage('library')
  const { now, source } = upload
  const retry = { text: words.tryAgain, press: () => queue.retry(upload) }
  const end = { text: words.remove, press: remove }
  const acts = () => {
    switch (now.state) {
      case 'ready':
      case 'queued':
        return [end]
      case 'sending':
      case 'waiting':
        return [{ text: words.cancel, press: () => queue.cancel(upload) }]
      case 'wrong':
        return now.canRetry ? [retry, end] : [end]
      case 'done': {
        const open = { text: texts.uploadOpen, press: () => show(now.id) }
        const again = { text: words.tryAgain, press: () => queue.retrySizes(upload) }
        return now.sizes === 'sizesFailed' ? [open, again] : [open]
      }
    }
  }
  return acts().map(({ text, press }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: by its place, see above
    <RowButton key={n} text={text} name={source.name} press={press} />
  ))
}

/** The texts of people's own page of uploads, fetched when the panel opens. */
async function uploadTexts(language: Language): Promise<UploadTexts> {
  const { UPLOAD_TEXTS } = await import('../../../shared/texts/people/upload-texts.data.ts')
  return withLimits(UPLOAD_TEXTS[language], LIMITS)
}

/** The files that are uploaded from this page. A new item is in the list at once. */
function useUploads() {
  const reread = useReread()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [ended, setEnded] = useState<Upload>()
  const [queue] = useState(() =>
    uploadQueue(LIMITS.bytes, (upload) => {
      const { state } = upload.now
      setUploads((before) => [...before])
      if (state === 'wrong' || state === 'done') setEnded(upload)
      if (state === 'done') void reread('library')
    }),
  )
  const drop = (gone: readonly Upload[]) => {
    for (const upload of gone) queue.remove(upload)
    setUploads((before) => before.filter((upload) => !gone.includes(upload)))
  }
  return {
    uploads,
    /** The last one that has come to an end, good or bad. */
    ended,
    queue,
    add: (files: Iterable<File>) => {
      const added = Array.from(files, (file) => queue.add({ name: file.name, file }))
      setUploads((before) => [...before, ...added])
    },
    remove: (upload: Upload) => drop([upload]),
    clear: () => drop(uploads),
  }
}

type Props = {
  isOpen: boolean
  /** Files that are dropped or pasted open it. */
  setOpen: (isOpen: boolean) => void
  /** Shows an item that is there now. */
  show: (id: string) => void
}

/** Files become items, many at once: dropped or pasted anywhere on the page, or chosen. */
export function Uploads({ isOpen, setOpen, show }: Props) {
  const { language } = useAdmin()
  const place = useRef<HTMLDivElement>(null)
  const files = useUploads()
  const take = useRef(files.add)
  take.current = (found) => {
    setOpen(true)
    files.add(found)
  }
  useEffect(() => (place.current ? takeFiles(place.current, (found) => take.current(found)) : undefined), [])
  const { leave, around } = useLeave()
  const close = () => {
    files.clear()
    setOpen(false)
  }
  const { data, error, refetch } = useRead(['upload-texts', language], uploadTexts, language, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })
  return (
    <div ref={place} className="admin-drop">
      {isOpen && error && <Failed error={error} retry={refetch} />}
      {isOpen && data && around(<Panel words={data} files={files} close={() => leave(close)} show={show} />)}
    </div>
  )
}

type Files = ReturnType<typeof useUploads>
type PanelProps = Pick<Props, 'show'> & { words: UploadTexts; files: Files; close: () => void }

/** What is sent with the files, and a row each. */
function Panel({ words, files, close, show }: PanelProps) {
  const { common, texts, language } = usePage('library')
  const { uploads, ended, queue, remove } = files
  const wordsOf = uploadWords(words, language)
  const chooseButton = useRef<HTMLButtonElement>(null)
  useEffect(() => chooseButton.current?.focus(), [])
  const isBusy = uploads.some(({ now }) => ['queued', 'sending', 'waiting'].includes(now.state))
  // The focus goes to the next row, or the one before.
  const removeAt = (n: number, upload: Upload) => {
    remove(upload)
    const next = uploads[n + 1] ?? uploads[n - 1]
    const button = next && document.getElementById(uploadId(next))?.querySelector('button')
    ;(button ?? chooseButton.current)?.focus()
  }
  return (
    <section className="admin-card admin-uploads" aria-labelledby="uploads">
      <div className="admin-uploads-top">
        <h2 id="uploads">{texts.upload}</h2>
        {!isBusy && <CloseButton aria-label={common.close} onClick={close} />}
      </div>
      <p className="admin-soft">{words.uploadText}</p>
      <p className="admin-soft">{texts.uploadHint}</p>
      <FilesForm files={files} chooseButton={chooseButton} />
      <VisuallyHidden role="status">{ended && `${ended.source.name}: ${wordsOf(ended)}`}</VisuallyHidden>
      {uploads.length > 0 && (
        <ul aria-label={texts.uploadFiles}>
          {uploads.map((upload, n) => (
            <UploadRow
              key={upload.number}
              {...{ upload, words, queue, show }}
              text={wordsOf(upload)}
              remove={() => removeAt(n, upload)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type FormProps = { files: Files; chooseButton: RefObject<HTMLButtonElement | null> }

/** What all files are sent with, and the ways to choose and to send them. */
function FilesForm({ files: { uploads, queue, add }, chooseButton }: FormProps) {
  const { texts, fill } = usePage('library')
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({ tags: '', type: '', rating: 'g', source_post_url: '' })
  const fields = useFields(form.values)
  const ready = uploads.filter(({ now }) => now.state === 'ready').length
  useUnsaved(ready > 0)
  const send = () => {
    const texts = Object.entries(form.values)
    queue.send(() => texts)
    form.settle(form.values)
  }
  return (
    <form onSubmit={submitOf({ fields, submit: send })} noValidate>
      <div className="admin-filters admin-library-filters">
        <Fields form={{ ...form, isSent: true }} fields={fields} />
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        aria-label={texts.uploadFiles}
        onChange={({ currentTarget }) => {
          add(currentTarget.files ?? [])
          currentTarget.value = ''
        }}
      />
      <div className="admin-actions">
        <Button ref={chooseButton} variant="default" onClick={() => input.current?.click()}>
          {texts.uploadChoose}
        </Button>
        <Button type="submit" disabled={ready === 0}>
          {fill(texts.uploadGo, { count: ready })}
        </Button>
      </div>
    </form>
  )
}

function useFields({ tags, source_post_url }: { tags: string; source_post_url: string }): AdminField[] {
  const { texts } = usePage('library')
  const tagsProblem = !areTags(tags) && texts.tagsWrong
  const linkProblem = !fits(GIF_FIELDS.source, source_post_url) && texts.linkWrong
  return [
    { name: 'tags', label: texts.tags, problem: tagsProblem },
    {
      name: 'type',
      label: texts.kind,
      options: [{ value: '', label: texts.automatic }, ...optionsOf(CHOSEN_TYPES, texts)],
    },
    { name: 'rating', label: texts.rating, options: RATING_OPTIONS },
    { name: 'source_post_url', type: 'url', label: texts.source, maxLength: 2048, problem: linkProblem },
  ]
}
