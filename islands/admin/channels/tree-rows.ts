import type { Channel } from '../../../shared/schema/site-records.ts'

/** The id of no channel: below it are the root channels. */
export const ROOT_CHANNEL = '0'

/** A channel that the tree shows, and where. */
export type TreeRow = {
  channel: Channel
  /** The ids above it, the root channel's first. */
  path: readonly string[]
  isOpen: boolean
  /** Its place among its siblings, from 1, and how many they are. */
  at: number
  siblings: number
}

/** The rows of a tree, from above. @param open what is below the root and each open channel; undefined while it is read */
export function rowsOf(
  open: ReadonlyMap<string, readonly Channel[] | undefined>,
  id = ROOT_CHANNEL,
  path: readonly string[] = [],
): TreeRow[] {
  const channels = open.get(id) ?? []
  return channels.flatMap((channel, index) => {
    const isOpen = channel.has_children && open.has(channel.id) && !path.includes(channel.id)
    const row: TreeRow = { channel, path, isOpen, at: index + 1, siblings: channels.length }
    return isOpen ? [row, ...rowsOf(open, channel.id, [...path, channel.id])] : [row]
  })
}

/** What a key does in the tree. */
export type TreeStep = { does: 'go' | 'open' | 'close' | 'select'; id: string }

type Find = (rows: readonly TreeRow[], at: number) => TreeStep | undefined

const go = (row: TreeRow | undefined): TreeStep | undefined => row && { does: 'go', id: row.channel.id }

const KEYS = new Map<string, Find>([
  ['ArrowDown', (rows, at) => go(rows[at + 1])],
  ['ArrowUp', (rows, at) => go(rows[at - 1])],
  ['Home', (rows) => go(rows[0])],
  ['End', (rows) => go(rows.at(-1))],
  ['ArrowRight', (rows, at) => opened(rows, at)],
  ['ArrowLeft', (rows, at) => closed(rows, at)],
  ['Enter', (rows, at) => selected(rows, at)],
  [' ', (rows, at) => selected(rows, at)],
])

function opened(rows: readonly TreeRow[], at: number): TreeStep | undefined {
  const row = rows[at]
  if (!row?.channel.has_children) return undefined
  if (!row.isOpen) return { does: 'open', id: row.channel.id }
  const next = rows[at + 1]
  return next?.path.includes(row.channel.id) ? go(next) : undefined
}

function closed(rows: readonly TreeRow[], at: number): TreeStep | undefined {
  const row = rows[at]
  if (row?.isOpen) return { does: 'close', id: row.channel.id }
  return go(rows.find(({ channel }) => channel.id === row?.path.at(-1)))
}

const selected: Find = (rows, at) => {
  const row = rows[at]
  return row && { does: 'select', id: row.channel.id }
}

/** The step of a key (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/); a letter goes to the next name with it. */
export function stepOf(rows: readonly TreeRow[], id: string, key: string): TreeStep | undefined {
  const at = rows.findIndex(({ channel }) => channel.id === id)
  const find = KEYS.get(key)
  if (find) return find(rows, at)
  if ([...key].length > 1) return undefined
  const letter = key.toLowerCase()
  const after = [...rows.slice(at + 1), ...rows.slice(0, at)]
  return go(after.find(({ channel }) => channel.display_name.toLowerCase().startsWith(letter)))
}
