import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { parseAccept } from 'hono/utils/accept'
import { type Language, languages } from '../../shared/texts/languages.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { hashOf, newSecret } from '../people/secrets.ts'
import { type LinkMailName, mailTexts } from './mail-texts.ts'

// ?1 is the hash of the mail's link: only whom it was made for gets the mail.
const USERNAME = 'SELECT username FROM users WHERE id = (SELECT user_id FROM links WHERE hash = ?1)'

const WRITE = `
  INSERT INTO outbox (recipient, subject, text, created_at)
  VALUES (?2, ?3, replace(?4, '{username}', coalesce((${USERNAME}), '')), ?5) RETURNING id`

const DROP = `
  DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox) AND NOT EXISTS (SELECT 1 FROM links WHERE hash = ?1)`

type LinkFor = {
  /** SQL: a condition on `users`, whose only parameter is ?1. */
  who: string
  /** The value of ?1. */
  value: string
  email: string
  /** The address that the link confirms, where it is a new one. */
  newEmail?: string
}

/**
 * The statements that write a link and its mail, where there is a user for it. Otherwise the same statements take the
 * mail back, so that neither the response nor its time tells (T33).
 */
export function mailStatements(
  d1: D1Database,
  { hash, purpose, expiresAt, subject, text, at }: WrittenMail,
  { who, value, email, newEmail }: LinkFor,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  const link = `
    INSERT INTO links (hash, user_id, purpose, expires_at, email)
    SELECT ?2, id, ?3, ?4, ?5 FROM users WHERE ${who} LIMIT 1`
  return [
    d1.prepare(link).bind(value, hash, purpose, expiresAt, newEmail ?? null),
    d1.prepare(WRITE).bind(hash, email, subject, text, at),
    d1.prepare(DROP).bind(hash),
  ]
}

/** Writes a link and its mail. @returns the mail's id, to be enqueued even if it was taken back: such a job is done */
export async function mailToAddress(d1: D1Database, mail: WrittenMail, to: LinkFor): Promise<number> {
  const [, written] = await d1.batch<{ id: number }>(mailStatements(d1, mail, to))
  return written?.results[0]?.id ?? 0
}

const HEADER_MAX = 200

/** Where a mail's link leads on our own pages, what it is good for, and for how long. */
const LINKS = {
  confirm: { page: '/register/confirm', purpose: 'confirm', ms: 24 * HOUR_MS },
  known: { page: '/password', purpose: 'reset', ms: HOUR_MS },
  reset: { page: '/password', purpose: 'reset', ms: HOUR_MS },
  email: { page: '/register/confirm', purpose: 'confirm', ms: 24 * HOUR_MS },
} as const satisfies Record<LinkMailName, { page: string; purpose: string; ms: number }>

/** What a mail is made of: the request that causes it. */
type Cause = { brand: string; publicUrl: string; headers: Headers; nowMs: number }

/** A mail, but for `{username}` in its text, and the row of its link. The link's secret is in the text alone. */
export type WrittenMail = {
  subject: string
  text: string
  at: string
  hash: string
  purpose: string
  expiresAt: string
}

/** The language that the browser of a request prefers among ours. */
function languageOf(headers: Headers): Language {
  const header = (headers.get('Accept-Language') ?? '').slice(0, HEADER_MAX)
  const wanted = parseAccept(header).map(({ type }) => type.slice(0, 2).toLowerCase())
  return wanted.flatMap((each) => languages.find((language) => language === each) ?? [])[0] ?? 'en'
}

/** Writes mails with one link: several where it is decided later which is sent, all with the same secret. */
export async function writeMails<Name extends LinkMailName>(
  names: readonly Name[],
  { brand, publicUrl, headers, nowMs }: Cause,
): Promise<Record<Name, WrittenMail>> {
  const secret = newSecret()
  const hash = await hashOf(secret)
  const texts = mailTexts[languageOf(headers)]
  const write = (name: Name): WrittenMail => {
    const { page, purpose, ms } = LINKS[name]
    const link = `${publicUrl}${page}?token=${secret}`
    const insert = (text: string) => text.replaceAll('{brand}', brand).replaceAll('{link}', link)
    return {
      subject: insert(texts[name].subject),
      text: insert(texts[name].text),
      at: new Date(nowMs).toISOString(),
      hash,
      purpose,
      expiresAt: new Date(nowMs + ms).toISOString(),
    }
  }
  return Object.fromEntries(names.map((name) => [name, write(name)])) as Record<Name, WrittenMail>
}

/** Writes the mail that shares an item, but for the sender's `{username}`. No user wrote any of its words. */
export function writeShare(
  gif: string,
  { brand, publicUrl, headers }: Cause,
): { subject: string; text: string } {
  const { subject, text } = mailTexts[languageOf(headers)].share
  // The item's page by its bare id redirects: the words of a slug are those of the user who chose it.
  return { subject, text: text.replaceAll('{brand}', brand).replaceAll('{link}', `${publicUrl}/gifs/${gif}`) }
}
