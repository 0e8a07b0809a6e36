import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../shared/media/limits.ts'
import { type Upload, uploadQueue } from '../../upload/upload-queue.ts'

/** The files that are uploaded from this page. A new item is in the list at once. */
export function useUploads() {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [ended, setEnded] = useState<Upload>()
  const [queue] = useState(() =>
    uploadQueue(LIMITS.bytes, (upload) => {
      const { state } = upload.now
      setUploads((before) => [...before])
      if (state === 'wrong' || state === 'done') setEnded(upload)
      if (state === 'done') void queries.invalidateQueries({ queryKey: ['library'] })
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
