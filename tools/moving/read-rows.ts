import { oembedTarget, readForeign } from '../../shared/gif/address.ts'
import { mustBeOneOf } from '../../shared/schema/choices.ts'
import {
  isOldId,
  type OldItem,
  REDIRECT_SOURCES,
  type RedirectSource,
} from '../../shared/schema/own/redirects.ts'
import { fieldsOf } from './fields-of.ts'

/** Where a row leads: an id, slug or SHA-256 of an item, or a file beside the list. */
type Lead = { to: string } | { file: string }

/** A line that can be imported, or why it cannot. Lines count from 1. */
export type ImportRow = OldItem & { line: number } & Lead
export type BadLine = { line: number; why: string }

/** Of a list: characters of a line, and lines. */
export const LIST_MAX = { line: 8192, lines: 100_000 } as const

const SNIPPET_ADDRESS = /\b(?:src|href|data-url)\s*=\s*["']([^"']{1,2048})["']/i
const SNIPPET_POST = /\bdata-postid\s*=\s*["'](\d{1,20})["']/i
const FILE = /\.(?:gif|webp|a?png|mp4)$/i

const isSource = (text: string): text is RedirectSource =>
  (REDIRECT_SOURCES as readonly string[]).includes(text)

/**
 * Reads a list of old ids and what they lead to: `OLD,TO[,SOURCE]` or `{"old","to","source"}` in each line. `OLD` is a snippet,
 * an address or an id; `TO` an id, slug or address of the library, the SHA-256 of a file, or a file's name. Empty lines, those
 * that begin with `#` and a head are left out. An old id that comes twice is bad the second time.
 * @param source of ids that stand alone, where their line names none
 * @throws Error for too many lines
 */
export function readRows(text: string, source?: RedirectSource): { rows: ImportRow[]; bad: BadLine[] } {
  const rows: ImportRow[] = []
  const bad: BadLine[] = []
  const seen = new Map<string, number>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (lines.length > LIST_MAX.lines + 1)
    throw new Error(`A list has at most ${LIST_MAX.lines} lines: split it`)
  lines.forEach((given, at) => {
    const line = at + 1
    if (given.trim() === '' || given.startsWith('#') || (rows.length + bad.length === 0 && isHead(given)))
      return
    try {
      const row = { line, ...readLine(given, source) }
      const key = `${row.source}-${row.old_id}`
      const before = seen.get(key)
      if (before !== undefined) throw new Error(`the same old id is in line ${before}`)
      seen.set(key, line)
      rows.push(row)
    } catch (error) {
      bad.push({ line, why: error instanceof Error ? error.message : String(error) })
    }
  })
  return { rows, bad }
}

const isHead = (line: string) => /^"?(?:old|old_id|from)"?\s*[,;\t]/i.test(line)

function readLine(line: string, fallback: RedirectSource | undefined): OldItem & Lead {
  if (line.length > LIST_MAX.line) throw new Error(`is longer than ${LIST_MAX.line} characters`)
  const [old = '', to = '', named = ''] = fieldsOf(line).map((field) => field.trim())
  if (old === '') throw new Error('has no old id')
  if (to === '') throw new Error('says not what it leads to')
  if (named !== '' && !isSource(named)) throw new Error(`source ${mustBeOneOf(REDIRECT_SOURCES)}`)
  return { ...readOld(old, isSource(named) ? named : undefined, fallback), ...readLead(to) }
}

/** @throws Error that says why no old id can be read */
function readOld(text: string, named?: RedirectSource, fallback?: RedirectSource): OldItem {
  const found = idInside(text)
  if (typeof found !== 'string') {
    if (named && found.source !== named)
      throw new Error(`is of ${found.source}, and its source says ${named}`)
    return found
  }
  if (!isOldId(found)) throw new Error('is no id, and no address of GIPHY, Tenor or KLIPY')
  const source = named ?? fallback
  if (!source) throw new Error('is an id alone: name its source in the third column, or with --source')
  return { source, old_id: found }
}

/** What a snippet or an address names; else the text itself. @throws Error for one that names nothing */
function idInside(text: string): OldItem | string {
  const post = SNIPPET_POST.exec(text)?.[1]
  if (post) return { source: 'tenor', old_id: post }
  const given = text.startsWith('<') ? SNIPPET_ADDRESS.exec(text)?.[1] : text
  if (!given) throw new Error('is a snippet without an address')
  const address = given.startsWith('//') ? `https:${given}` : given
  const foreign =
    readForeign(address) ?? (address.includes('/') ? readForeign(`https://${address}`) : undefined)
  if (foreign && !foreign.item)
    throw new Error(`is an address of ${foreign.service} that has no id: give the id itself`)
  return foreign?.item ?? address
}

/** @throws Error for what is neither */
function readLead(text: string): Lead {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) {
    const target = oembedTarget(text, [url.origin])
    if (target.kind === 'item' && !readForeign(text)) return { to: target.id }
    throw new Error('leads to an address that is none of an item of ours')
  }
  if (FILE.test(text)) return { file: text }
  if (/^[\w-]{1,200}$/.test(text)) return { to: text }
  throw new Error('leads to what is no id, slug, address or file')
}
