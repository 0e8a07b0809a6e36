import { family } from '../call.ts'

/** Declares a call of the site; what is not said is a read with the session's cookie. */
export const siteCall = family({ upstream: 'site', auth: 'session', cache: 'never' })
