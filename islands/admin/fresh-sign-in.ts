/** Gets the answer of who is asked: whether the password was given. */
type Ask = (answer: (isGiven: boolean) => void) => void

let asks: Ask | undefined
let asked: Promise<boolean> | undefined

/** Names who asks for the password. @returns what ends it */
export function listenForPassword(ask: Ask): () => void {
  asks = ask
  return () => {
    asks = undefined
  }
}

/** Asks once, also where several calls want it. */
function passwordIsGiven(): Promise<boolean> {
  const ask = asks
  if (!ask) return Promise.resolve(false)
  asked ??= new Promise<boolean>(ask).finally(() => {
    asked = undefined
  })
  return asked
}

/** Whether a response says that the sign-in is too old for its call (`shared/server/scopes.ts`). */
export const wantsPassword = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  (body.error as { kind?: unknown } | null)?.kind === 'password-needed'

/** Sends a request, and once more after the password was given, where it needs a fresh sign-in (T55). */
export async function sendFresh(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 403) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!wantsPassword(body) || !(await passwordIsGiven())) return response
  return fetch(again)
}
