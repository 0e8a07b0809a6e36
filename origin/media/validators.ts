/** A stored file's validators: its strong ETag, quoted, and the time of its upload where no other file has the address. */
export type Stored = { httpEtag: string; uploaded?: Date }

// HTTP dates have no milliseconds.
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

const bare = (tag: string): string => tag.trim().replace(/^W\//, '')

/** RFC 9110, 13.1.2 and 13.1.3: whether the client already has this file (304). ETags take precedence over dates. */
export function isUnchanged(headers: Headers, { httpEtag, uploaded }: Stored): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.trim() === '*' || tags.split(',').some((tag) => bare(tag) === httpEtag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return uploaded !== undefined && seconds(uploaded) <= since / 1000
}

/** RFC 9110, 13.1.5: whether a range applies to this version of the file: the strong ETag or the exact date must match. */
export function rangeApplies(headers: Headers, { httpEtag, uploaded }: Stored): boolean {
  const condition = headers.get('if-range')?.trim()
  if (condition === undefined || condition === httpEtag) return true
  return uploaded !== undefined && Date.parse(condition) / 1000 === seconds(uploaded)
}
