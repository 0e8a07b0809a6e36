import { AppError } from '../../../shared/errors.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { loadItem } from '../load-item.ts'

/** What somebody has entered is the id of no item. */
export class ItemGone extends AppError {
  override readonly name = 'ItemGone'

  readonly id: string

  constructor(id: string) {
    super('not-found', `There is no item ${id}`)
    this.id = id
  }
}

/** The items of these ids, in their order. @throws ItemGone for the first that is not there */
export async function findItems(ids: readonly string[]): Promise<Gif[]> {
  const found = await Promise.all(ids.map(loadItem))
  return found.map((gif, at) => {
    if (!gif) throw new ItemGone(ids[at] ?? '')
    return gif
  })
}
