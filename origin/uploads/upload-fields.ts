import type * as v from 'valibot'
import type { ownSiteCalls } from '../../shared/calls/catalogue.ts'

export type UploadFields = v.InferOutput<typeof ownSiteCalls.uploadGif.input>

const SLUG_MAX = 80

/** The words of a page's address: `Happy cat!` is `happy-cat`. */
export function slugOf(title: string): string {
  const plain = title.slice(0, SLUG_MAX).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-') || 'clip'
  )
}
