import type { LibraryItem, SeenItem } from '../../../shared/schema/own/items.ts'
import { client } from '../admin.ts'
import { type Fields, fieldsNow } from './bulk.ts'

/** The item as it is now; undefined for one that is gone. */
export const readItem = async (
  id: string,
  reading?: { signal: AbortSignal },
): Promise<LibraryItem | undefined> => (await client.allGifs({ gif: id }, reading))?.results[0]

/** Hides an item, or shows it again. */
export const setHidden = (id: string, isHidden: boolean) =>
  client.updateGif({ gif_id: id, key: 'is_hidden', value: String(isHidden) })

/** Changes fields that are still as `was` has them: else it is a conflict. */
export const editItem = (id: string, fields: SeenItem, was: SeenItem) =>
  client.editGif({ id, ...fields, was: JSON.stringify(was) })

/** Changes an item as a bulk does. What has failed can be sent again: hiding first, as that may be repeated. */
export async function writeFields(item: LibraryItem, fields: Fields): Promise<void> {
  const { is_hidden, ...words } = fields
  if (is_hidden !== undefined) await setHidden(item.id, is_hidden)
  if (Object.keys(words).length > 0) await editItem(item.id, words, fieldsNow(item, words))
}
