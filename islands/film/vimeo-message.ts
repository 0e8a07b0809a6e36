/** The events of Vimeo's player that count here. */
export type VimeoEvent = 'ready' | 'play' | 'pause' | 'ended' | 'error'

type Message = { event?: unknown; method?: unknown; data?: { method?: unknown } | null }

/**
 * Reads a message of Vimeo's player: JSON, as an object or as its text. A response to our ping means ready; errors count
 * only where the player itself did not come up. https://github.com/vimeo/player.js
 */
export function vimeoEvent(data: unknown): VimeoEvent | undefined {
  const message = toMessage(data)
  if (message?.method === 'ping') return 'ready'
  switch (message?.event) {
    case 'ready':
    case 'play':
    case 'pause':
    case 'ended':
      return message.event
    case 'error':
      return message.data?.method === 'ready' ? 'error' : undefined
  }
}

function toMessage(data: unknown): Message | undefined {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
