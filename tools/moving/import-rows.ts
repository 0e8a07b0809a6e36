import { resolve, sep } from 'node:path'
import { type NewRedirect, REDIRECTS, type Redirected } from '../../shared/schema/own/redirects.ts'
import { printable } from '../library/printable.ts'
import type { BadLine, ImportRow } from './read-rows.ts'

/** A library here or elsewhere, as far as an import needs it. */
export type ImportTarget = {
  /** Puts a file in, and returns its item's id. @throws Error that says why it is refused */
  fileToItem(path: string): Promise<string>
  /** Adds at most `REDIRECTS.atOnce`. A repetition changes nothing. */
  add(rows: NewRedirect[]): Promise<Redirected[]>
}

type Run = {
  place: ImportTarget
  /** The folder of the list: its files are there. */
  folder: string
  say: (line: string) => void
}

/** Why a row leads nowhere new; the others are fine. */
const WHY: Partial<Record<Redirected['state'], (row: Redirected, to: string) => string>> = {
  'no-item': (_row, to) => `no item of the library is ${to}`,
  taken: ({ gif }) => `leads to ${gif} already`,
  full: () => `there are ${REDIRECTS.max} redirects, and no more are taken`,
}

type Counts = { added: number; known: number }

/**
 * Imports rows in their order, a batch at a time, and says of each what became of it. What an ended run has not written, the
 * next one writes.
 * @returns the lines that led nowhere
 */
export async function importRows({ place, folder, say }: Run, rows: readonly ImportRow[]) {
  const counts: Counts = { added: 0, known: 0 }
  const bad: BadLine[] = []
  const ids = new Map<string, string>()

  async function leadOf(row: ImportRow): Promise<string> {
    if ('to' in row) return row.to
    const path = resolve(folder, row.file)
    // A list comes from elsewhere: what it names is beside it, and nothing else of this machine.
    if (!path.startsWith(folder + sep)) throw new Error(`${row.file} is not in the folder of the list`)
    const id = ids.get(path) ?? (await place.fileToItem(path))
    ids.set(path, id)
    return id
  }

  async function ready(some: readonly ImportRow[]): Promise<(NewRedirect & { line: number })[]> {
    const leads: (NewRedirect & { line: number })[] = []
    for (const row of some) {
      const { line, source, old_id } = row
      try {
        leads.push({ line, source, old_id, to: await leadOf(row) })
      } catch (error) {
        if (isEnd(error)) throw error
        bad.push({ line, why: error instanceof Error ? error.message : String(error) })
      }
    }
    return leads
  }

  for (let at = 0; at < rows.length; at += REDIRECTS.atOnce) {
    const leads = await ready(rows.slice(at, at + REDIRECTS.atOnce))
    if (leads.length === 0) continue
    const outcomes = await place.add(leads.map(({ line, ...row }) => row))
    for (const [n, outcome] of outcomes.entries()) {
      const { line = 0, to = '' } = leads[n] ?? {}
      const why = WHY[outcome.state]?.(outcome, to)
      if (why !== undefined) {
        bad.push({ line, why })
        continue
      }
      counts[outcome.state as keyof Counts]++
      say(printable(`line ${line}: ${outcome.id} ${outcome.state} (${outcome.gif})`))
    }
  }
  return { counts, bad }
}

// Wrong with every other row too (`tools/remote/run-error.ts`).
const isEnd = (error: unknown) => error instanceof Error && error.name === 'RunError'
