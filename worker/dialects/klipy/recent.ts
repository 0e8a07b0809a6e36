import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { releaseBody } from '../../../shared/server/body/hold.ts'
import type { Recents } from '../../../shared/server/origin.ts'
import { type AppContext, optsOut } from '../../http/context.ts'
import { addressOf, networkOf } from '../../http/rate-limit.ts'
import { readBody } from '../../proxy/read-body.ts'
import type { Item } from '../item.ts'
import { readNamed } from '../read-list.ts'
import { KINDS, type KlipyType } from './item.ts'

/** Characters of what a client calls its customer. */
const CUSTOMER_MAX = 200

const isCustomer = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length <= CUSTOMER_MAX

/** Uses the list of a customer; undefined where nothing is kept, or the database fails, which loses no act. */
async function withList<T>(
  c: AppContext,
  customer: unknown,
  use: (recents: Recents, whose: { key: string; customer: string }) => Promise<T>,
): Promise<T | undefined> {
  const { partners } = c.get('services')
  if (!partners || !isCustomer(customer)) return undefined
  try {
    return await use((await partners()).recents, { key: c.req.param('key') ?? '', customer })
  } catch (error) {
    console.error('recent items are not kept', error)
    return undefined
  }
}

/** What a customer has used lately of a type, the last first; nothing where nothing may be counted. */
export async function recentItems(c: AppContext, type: KlipyType, customer: string): Promise<Item[]> {
  if (optsOut(c)) return []
  const ids = (await withList(c, customer, (recents, whose) => recents.list({ ...whose, type }))) ?? []
  if (ids.length === 0) return []
  const { items } = await readNamed(c, ids)
  return items.filter(KINDS[type].has)
}

/** Notes that the customer whom a request names has used an item. A body that cannot be read names none. */
export async function noteRecent(c: AppContext, type: KlipyType, gif: string): Promise<void> {
  if (optsOut(c)) return
  try {
    const { fields } = await readBody(c.req.raw, { encoding: 'form' })
    const network = networkOf(addressOf(c))
    await withList(c, fields.customer_id ?? c.req.query('customer_id'), (recents, whose) =>
      recents.note({ ...whose, type, gif, network }),
    )
  } catch {
    // The act is counted all the same.
  } finally {
    releaseBody(c.req.raw)
  }
}

/** Forgets an item of a customer's by its slug; without one, all of the type. */
export async function dropRecent(c: AppContext, type: KlipyType, customer: string): Promise<void> {
  const slug = c.req.query('slug')
  const gif = slug === undefined ? undefined : (idOfSlug(slug) ?? slug)
  await withList(c, customer, (recents, whose) => recents.drop({ ...whose, type, gif }))
}
