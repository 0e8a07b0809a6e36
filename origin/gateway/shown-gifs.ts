import { AppError } from '../../shared/errors.ts'
import { MAX_IDS } from '../../shared/limits.ts'
import type { GatewayRequest } from './gateway-handlers.ts'

/**
 * The GIFs of these ids that everyone may see, in the provider's shape, by id. Visitors share one budget of a
 * configured provider (T44).
 */
export async function shownGifs(
  { gifs, actor, publicUrl }: Pick<GatewayRequest, 'gifs' | 'actor' | 'publicUrl'>,
  ids: Iterable<string>,
): Promise<Map<string, unknown>> {
  if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
  const once = [...new Set(ids)]
  const reader = { person: actor.role === 'visitor' ? 'visitor' : actor.id, publicUrl }
  const chunks = Array.from({ length: Math.ceil(once.length / MAX_IDS) }, (_, n) =>
    once.slice(n * MAX_IDS, (n + 1) * MAX_IDS),
  )
  const found = await Promise.all(chunks.map((chunk) => gifs.shown(chunk, reader)))
  return new Map(found.flat().map((gif) => [String((gif as { id: unknown }).id), gif]))
}
