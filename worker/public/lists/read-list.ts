import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { type Paging, pageWindow, pagingOf } from '../../../shared/public/browse-path.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'

export type FoundList = { gifs: readonly Gif[]; paging: Paging; state: string; age: number }

/** One page of a list from the provider; a page beyond the end is a 404, an empty first one is not. */
export async function readList(
  c: Context<App>,
  call: 'search' | 'trending' | 'related' | 'gifsByCategory',
  fields: Record<string, string>,
  page: number,
  maxOffset?: number,
): Promise<FoundList> {
  const window = pageWindow(page, maxOffset)
  if (!window) throw beyond()
  const { provider } = c.var.services
  const { value, state, age } = await provider.call(call, { ...fields, ...window }, readContext(c))
  const gifs = value.data
  if (gifs.length === 0 && page > 1) throw beyond()
  const { total_count, hasMoreGifs: isLeast = false } = value.pagination ?? {}
  return { gifs, paging: { ...pagingOf(page, gifs.length, total_count, maxOffset), isLeast }, state, age }
}

const beyond = () => new AppError('not-found', 'The list ends before this page')
