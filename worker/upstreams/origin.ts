import type { Role } from '../../shared/calls/call.ts'
import type { Bindings } from '../env.ts'

/** A user with a valid session or API token. What they own is the upstream's to know. */
export type SignedInActor = { role: Exclude<Role, 'visitor' | 'owner'>; id: string; by: 'session' | 'token' }

/** Who makes a call. */
export type Actor = { role: 'visitor' } | SignedInActor

export const VISITOR: Actor = { role: 'visitor' }

/**
 * An embedded origin: it stands in for an upstream without a URL and gets the requests that the URL would get. The Worker
 * passes it the actor; an upstream elsewhere finds that out from the credentials.
 */
export type Origin = (request: Request, actor: Actor) => Promise<Response>

/** What an embedded origin works with; one per isolate. A binding may be missing, as everywhere. */
export type OriginDeps = Pick<Bindings, 'DB' | 'MEDIA' | 'PINGBACKS' | 'MAIL'> & {
  /** The configured scheme and host of our own; '' where a request's own count. */
  publicUrl: string
  /** Keeps work alive after the response of the request it is called in. */
  waitUntil: (work: Promise<unknown>) => void
}
