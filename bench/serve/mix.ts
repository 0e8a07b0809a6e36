import { createRandom, createZipf } from '../simulate/random.ts'
import type { Ask } from './reads.ts'

/** Of all requests: embeds, the API, pingbacks, and widgets for the rest. */
const PARTS = { embed: 0.7, api: 0.15, pingback: 0.1 }

const WORDS = ['cute', 'happy', 'cat', 'dance', 'wow', 'party', 'love', 'hello', 'sad', 'night']
const WIDGETS = ['/widgets/grid', '/widgets/carousel', '/widgets/grid?limit=10', '/widgets/carousel?limit=10']

/** What visitors ask for, one after the other: items by Zipf's law. `user`: whose event it brings. */
export function mixOf(ids: readonly string[], seed = 1): { next: () => Ask & { user?: string } } {
  const random = createRandom(seed)
  const rank = createZipf(ids.length, random)
  const id = () => ids[rank()] ?? ''
  const one = (all: readonly string[]) => all[random.between(0, all.length - 1)] ?? ''
  const apis = [
    () => `/v1/gifs/${id()}`,
    () => `/v1/gifs/search?limit=10&q=${one(WORDS)}`,
    () => `/v1/gifs/trending?limit=25&offset=${random.between(0, 3) * 25}`,
  ]
  let users = 0
  const pingback = () => {
    const user = `load${seed}x${users++}`
    const event = {
      ts: Date.now(),
      user_id: user,
      action_type: 'SEEN',
      event_type: 'GIF_TRENDING',
      gif_id: id(),
    }
    return { path: '/v2/pingback', body: JSON.stringify({ events: [event] }), user }
  }
  return {
    next() {
      const part = random.next()
      if (part < PARTS.embed) return { path: `/embed/${id()}` }
      if (part < PARTS.embed + PARTS.api) return { path: apis[random.between(0, 2)]?.() ?? '/' }
      if (part < PARTS.embed + PARTS.api + PARTS.pingback) return pingback()
      return { path: one(WIDGETS) }
    },
  }
}
