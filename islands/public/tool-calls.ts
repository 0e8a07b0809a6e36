import { readCookie } from '../dom/page.ts'

/** ms that a call may take. */
const PATIENCE_MS = 15_000

/** A call of the site by the session of who looks at the page. @throws Error for any other answer than a success */
async function call<Answer>(method: string, path: string, body?: BodyInit, type?: string): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: { 'X-CSRFToken': readCookie('csrftoken') ?? '', ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const text = await response.text()
  return JSON.parse(text || '{}') as Answer
}

const asJson = <Answer>(method: string, path: string, body: object) =>
  call<Answer>(method, path, JSON.stringify(body), 'application/json')

const FEATURED = '/api/v3/featured/'
/** The most items that are featured. */
const FEATURED_MAX = 50

type User = { id: string; username: string; display_name: string; role: string }

/** Who is signed in. */
export const readUser = async (): Promise<Partial<User>> =>
  (await call<{ user?: User }>('GET', '/login/check')).user ?? {}

/** Whether an item of our library is hidden; undefined for one of another. */
export async function readHidden(id: string): Promise<boolean | undefined> {
  const query = `/api/v3/gifs/?gif=${encodeURIComponent(id)}`
  const { results } = await call<{ results: { is_hidden: boolean }[] }>('GET', query)
  return results[0]?.is_hidden
}

export const setHidden = (id: string, isHidden: boolean) =>
  call('PUT', `/api/v1/gifs/${encodeURIComponent(id)}/`, new URLSearchParams({ is_hidden: String(isHidden) }))

/** Takes an item down, and mails its owner. */
export const takeDown = (gif_id: string, reason: string) =>
  asJson('POST', '/api/v3/content-takedown/takedown', { takedowns: [{ gif_id, reason }], send_email: true })

/** Puts an item at the head of those that are featured. */
export async function feature(id: string): Promise<void> {
  const { gif_ids } = await call<{ gif_ids: string[] }>('GET', FEATURED)
  const ids = [id, ...gif_ids.filter((each) => each !== id)].slice(0, FEATURED_MAX)
  await asJson('PUT', FEATURED, { gif_ids: ids })
}
