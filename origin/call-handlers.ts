import type { CallHandlers } from './call-handler.ts'
import { categoryHandlers } from './handlers/categories.ts'
import { channelHandlers } from './handlers/channels.ts'
import { gifHandlers } from './handlers/gifs.ts'
import { listHandlers } from './handlers/lists.ts'
import { searchHandlers } from './handlers/search.ts'
import { termHandlers } from './handlers/terms.ts'

/** The handler of each reading call of the catalogue. A call without one does not compile. */
export const callHandlers: CallHandlers = {
  ...categoryHandlers,
  ...channelHandlers,
  ...gifHandlers,
  ...listHandlers,
  ...searchHandlers,
  ...termHandlers,
}
