import { Button, CloseButton, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { GIF_FIELDS } from '../../../shared/calls/site/own-gifs.ts'
import { ACCEPTED_FILES } from '../../../shared/media/limits.ts'
import { RATINGS } from '../../../shared/schema/choices.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { PeopleTexts } from '../../../shared/texts/people/en.ts'
import { takeFiles } from '../../upload/take-files.ts'
import { areTags, uploadWords } from '../../upload/upload-words.ts'
import { useAdmin } from '../admin-context.ts'
import { Failed } from '../parts/list.tsx'
import { UploadRow, uploadId } from './upload-row.tsx'
import { uploadTexts } from './upload-texts.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  isOpen: boolean
  /** Files were dropped or pasted. */
  open: () => void
  close: () => void
  /** Shows an item that is there now. */
  show: (id: string) => void
}

/** Files become items, many at once: dropped or pasted anywhere on the page, or chosen. */
export function Uploads({ isOpen, open, close, show }: Props) {
  const { language } = useAdmin()
  const place = useRef<HTMLDivElement>(null)
  const { add, ...files } = useUploads()
  const take = useRef(add)
  take.current = (found) => {
    open()
    add(found)
  }
  useEffect(() => (place.current ? takeFiles(place.current, (found) => take.current(found)) : undefined), [])
  const { data, error, refetch } = useQuery({
    queryKey: ['upload-texts', language],
    queryFn: () => uploadTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })
  return (
    <div ref={place} className="admin-drop">
      {isOpen && error && <Failed error={error} retry={() => void refetch()} />}
      {isOpen && data && <Panel words={data} add={add} {...files} close={close} show={show} />}
    </div>
  )
}

type PanelProps = ReturnType<typeof useUploads> & Pick<Props, 'close' | 'show'> & { words: PeopleTexts }

/** What is said of the files, and a row each. */
function Panel({ words, uploads, ended, queue, add, remove, clear, close, show }: PanelProps) {
  const { texts: all, language } = useAdmin()
  const { common, library: texts } = all
  const wordsOf = uploadWords(words, language)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [said, setSaid] = useState({ tags: '', rating: 'g', source_post_url: '' })
  useEffect(() => choose.current?.focus(), [])
  const set = (changed: Partial<typeof said>) => setSaid({ ...said, ...changed })
  const tagsProblem = !areTags(said.tags) && texts.tagsWrong
  const linkProblem = !v.is(GIF_FIELDS.source, said.source_post_url) && texts.linkWrong
  const ready = uploads.filter(({ now }) => now.state === 'ready').length
  const isBusy = uploads.some(({ now }) => ['queued', 'sending', 'waiting'].includes(now.state))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tagsProblem && !linkProblem) queue.send(Object.entries(said))
  }
  return (
    <section className="admin-card admin-uploads" aria-labelledby="uploads">
      <div className="admin-uploads-top">
        <h2 id="uploads">{texts.upload}</h2>
        {!isBusy && (
          <CloseButton
            aria-label={common.close}
            onClick={() => {
              clear()
              close()
            }}
          />
        )}
      </div>
      <p className="admin-soft">{words.uploadText}</p>
      <p className="admin-soft">{texts.uploadHint}</p>
      <form onSubmit={submit} noValidate>
        <div className="admin-filters admin-library-filters">
          <TextInput
            label={texts.tags}
            value={said.tags}
            error={tagsProblem}
            onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
          />
          <NativeSelect
            label={texts.rating}
            value={said.rating}
            data={RATINGS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={({ currentTarget }) => set({ rating: currentTarget.value })}
          />
          <TextInput
            type="url"
            label={texts.source}
            value={said.source_post_url}
            maxLength={2048}
            error={linkProblem}
            onChange={({ currentTarget }) => set({ source_post_url: currentTarget.value.trim() })}
          />
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
          <Button ref={choose} variant="default" onClick={() => input.current?.click()}>
            {texts.uploadChoose}
          </Button>
          <Button type="submit" disabled={ready === 0}>
            {interpolate(texts.uploadGo, { count: ready })}
          </Button>
        </div>
      </form>
      <VisuallyHidden role="status">{ended && `${ended.source.name}: ${wordsOf(ended)}`}</VisuallyHidden>
      {uploads.length > 0 && (
        <ul aria-label={texts.uploadFiles}>
          {uploads.map((upload, n) => (
            <UploadRow
              key={upload.number}
              upload={upload}
              text={wordsOf(upload)}
              words={words}
              queue={queue}
              show={show}
              remove={() => {
                remove(upload)
                const next = uploads[n + 1] ?? uploads[n - 1]
                const row = next && document.getElementById(uploadId(next))?.querySelector('button')
                ;(row ?? choose.current)?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
