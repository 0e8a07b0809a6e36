import { useModel } from '@preact/signals-react/runtime'
import { createPaginator } from '../../shared/client/paginator.ts'
import { EndlessList } from './endless-list.ts'
import type { ListOptions } from './list-options.ts'

/** The list of a carousel or grid, starting with its first page. */
export const useEndlessList = ({ fetchPage, start = {} }: ListOptions, debounceMs: number) =>
  useModel(() => {
    const { gifs = [], offset = gifs.length, done = false } = start
    return new EndlessList(createPaginator(fetchPage, gifs, { offset, done }), debounceMs, start)
  })
