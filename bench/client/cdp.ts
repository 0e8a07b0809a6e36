import { once } from 'node:events'

type Listener = (params: never, session: Session) => void
type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/** One target of the browser: a page, or a frame with a process of its own. */
export type Session = {
  send<T = unknown>(method: string, params?: object): Promise<T>
  on<T>(method: string, listener: (params: T, session: Session) => void): void
}

const ANSWER_MS = 20_000

/**
 * The DevTools protocol over one socket, with a session per target. Playwright adds worlds and listeners to
 * every frame, which would count as ours, so the measured pages run without it.
 */
export async function connectBrowser(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const pending = new Map<number, (message: Message) => void>()
  const sessions = new Map<string | undefined, { session: Session; listeners: Map<string, Listener> }>()
  let count = 0

  function send<T>(sessionId: string | undefined, method: string, params: object = {}): Promise<T> {
    const id = ++count
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_MS)
      pending.set(id, ({ result, error }) => {
        clearTimeout(timer)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result as T)
      })
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
  }

  function sessionOf(id?: string): Session {
    const known = sessions.get(id)
    if (known) return known.session
    const listeners = new Map<string, Listener>()
    const session: Session = {
      send: (method, params) => send(id, method, params),
      on: (method, listener) => void listeners.set(method, listener as Listener),
    }
    sessions.set(id, { session, listeners })
    return session
  }

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) {
      pending.get(message.id)?.(message)
      pending.delete(message.id)
      return
    }
    const target = sessions.get(message.sessionId)
    if (target) target.listeners.get(message.method ?? '')?.(message.params as never, target.session)
  })

  return { root: sessionOf(), sessionOf, close: () => socket.close() }
}
