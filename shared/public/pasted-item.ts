import { oembedTarget, serviceOf } from '../gif/address.ts'
import { idOfSlug } from '../gif/item-path.ts'

/** Why a pasted text cannot be embedded; `service` names the site that an address is of. */
export type ItemProblem = {
  text: 'itemEmpty' | 'itemInvalid' | 'itemForeign' | 'itemService' | 'itemUnknown' | 'findFailed'
  service?: string
}

/** `address`: of another service, which the library may know an item by; if not, it is a problem. */
type Pasted = { id: string } | (ItemProblem & { address?: string })

/** None of our URLs is longer. */
const PASTED_MAX = 2048

/** Reads a pasted text: an id, a slug, or the address of a page, embed or file on our host. */
export function readPasted(text: string, ownUrls: readonly string[]): Pasted {
  const given = text.trim()
  if (given === '') return { text: 'itemEmpty' }
  if (given.length > PASTED_MAX) return { text: 'itemInvalid' }
  const address = addressOf(given, ownUrls)
  const target = address === undefined ? undefined : oembedTarget(address, ownUrls)
  if (target?.kind === 'foreign') return foreign(address ?? '')
  const id = target ? target.kind === 'item' && target.id : idOfSlug(given)
  return id ? { id } : { text: 'itemInvalid' }
}

/** As browsers show addresses, without their scheme, people copy them too. */
function addressOf(given: string, ownUrls: readonly string[]): string | undefined {
  const isBare = ownUrls.some((url) => given.startsWith(`${new URL(url).host}/`))
  if (isBare || /^[\w-]+(?:\.[\w-]+)+\//.test(given)) return `https://${given}`
  return URL.canParse(given) ? given : undefined
}

function foreign(address: string): Pasted {
  const { hostname } = new URL(address)
  const service = serviceOf(hostname)
  if (service) return { text: 'itemService', service, address }
  return hostname ? { text: 'itemForeign', service: hostname } : { text: 'itemInvalid' }
}
