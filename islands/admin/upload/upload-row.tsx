import { useEffect, useRef } from 'react'
import type { PeopleTexts } from '../../../shared/texts/people/en.ts'
import { drawFirstFrame } from '../../upload/files.ts'
import type { Upload, UploadQueue } from '../../upload/upload-queue.ts'
import { usePage } from '../admin.ts'
import { SmallButton } from '../parts/elements.tsx'

type Props = {
  upload: Upload
  /** How far it is. */
  text: string
  words: PeopleTexts
  queue: UploadQueue
  /** Shows the item that it has become. */
  show: (id: string) => void
  remove: () => void
}

/** The id of a file's row. */
export const uploadId = ({ number }: Upload) => `upload-${number}`

/** A file: how far it is, and what can be done with it now. */
export function UploadRow({ upload, text, words, queue, show, remove }: Props) {
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
function Acts({ upload, words, queue, show, remove }: Omit<Props, 'text'>) {
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
    <SmallButton key={n} aria-label={`${text}: ${source.name}`} onClick={press}>
      {text}
    </SmallButton>
  ))
}
