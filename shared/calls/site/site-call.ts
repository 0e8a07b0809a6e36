import { family } from '../call.ts'

/** Defines a call of the site; by default a GET with the session cookie. */
export const siteCall = family({ upstream: 'site', auth: 'session', cache: 'never' })
