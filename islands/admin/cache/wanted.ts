import { idOfSlug } from '../../../shared/gif/item-path.ts'

/** What is looked up: an item by its id, or a call by its address. */
export type Wanted = { gif: string } | { call: string }

const CALL = /^\/v[12]\//

/** What somebody has typed or pasted: an id, the address of an item, or of a call. Undefined for anything else. */
export function wantedOf(text: string): Wanted | undefined {
  const typed = text.trim()
  const { pathname, search } = URL.parse(typed, location.origin) ?? {}
  if (!typed || pathname === undefined) return undefined
  if (CALL.test(pathname)) return { call: pathname + search }
  const gif = idOfSlug(pathname.split('/').at(-1) ?? '')
  return gif === undefined ? undefined : { gif }
}
