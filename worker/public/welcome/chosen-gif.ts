import { AppError } from '../../../shared/errors.ts'
import { foreignId } from '../../../shared/gif/address.ts'
import { type ItemProblem, readPasted } from '../../../shared/public/pasted-item.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type AppContext, readContext, requestOrigin } from '../../http/context.ts'

type Chosen = { chosen?: Gif; problem?: ItemProblem }

/** The GIF that the builder's address names (`?item=`), or why it names no GIF; neither without `?item=`. */
export async function chosenGif(c: AppContext): Promise<Chosen> {
  const given = c.req.query('item')
  if (given === undefined) return {}
  const pasted = readPasted(given, [c.var.publicUrl, requestOrigin(c.req.url)])
  const { provider, upstreams } = c.var.services
  // A provider elsewhere knows no old ids.
  const oldId =
    'id' in pasted || !upstreams.provider.knowsOldIds ? undefined : foreignId(pasted.address ?? '')
  const id = 'id' in pasted ? pasted.id : oldId
  if (id === undefined) return { problem: pasted as ItemProblem }
  try {
    const { gif } = await provider.gif(id, readContext(c))
    return { chosen: gif }
  } catch (error) {
    const unknown = 'id' in pasted ? { text: 'itemUnknown' as const } : pasted
    return { problem: isGone(error) ? unknown : { text: 'findFailed' } }
  }
}

const isGone = (error: unknown) =>
  error instanceof AppError && (error.kind === 'not-found' || error.kind === 'removed')
