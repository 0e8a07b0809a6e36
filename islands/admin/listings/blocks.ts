import type { OwnBlockRow } from '../../../shared/schema/own/channels.ts'
import { client } from '../admin.tsx'
import type { Act } from './acts.ts'

/** The name of the list. */
export const BLOCKS = 'blocks'

/** What staff write of a block. */
export type BlockFields = Pick<OwnBlockRow, 'token' | 'kind' | 'title' | 'body' | 'items'>

const put = ({ token, kind, title, body, items }: BlockFields) =>
  client.putContentBlock({ token, kind, title, body, items })

const drop = ({ token }: Pick<BlockFields, 'token'>) => client.deleteContentBlock({ token })

/** Writes a block. @param before as it was; undefined for a new one */
export const writeOf = (before: OwnBlockRow | undefined, block: BlockFields, said: string): Act => ({
  go: () => put(block),
  back: () => (before ? put(before) : drop(block)),
  said,
})

/** Deletes a block. */
export const deletionOf = (block: OwnBlockRow, said: string): Act => ({
  go: () => drop(block),
  back: () => put(block),
  said,
})
