import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { parseAccept } from 'hono/utils/accept'
import { type Language, languages } from '../../shared/texts/languages.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { hashOf, newSecret, SECRET_CHARS } from '../people/secrets.ts'
import { hasMailRoom, type MailCause } from './mail-room.ts'
import { type LinkMailName, mailTexts } from './mail-texts.ts'

type LinkFor = {
  /** SQL: a condition on `users`, whose only parameter is ?1. */
  who: string
  /** The value of ?1. */
  value: string
  email: string
  /** The address of the link: one that it confirms, or gives back. */
  linkEmail?: string | null
  /** The hash of the cookie of the browser that may use the link. */
  browser?: string
  /** Whether the mail goes to the address as its account has it, and not as someone else wrote it. */
  isOwners?: boolean
  /** The version of the account that was looked at before, where the link follows from that. */
  version?: number
}

/** SQL: the links of a user (`users`) whose mail is there and that are still good. ?3 to ?7 as in `mailStatements`. */
const STILL_GOOD = `
  FROM links AS l JOIN outbox AS o ON o.link = l.hash
 WHERE l.user_id = users.id AND l.purpose = ?3 AND l.email IS ?4 AND l.browser = ?5 AND l.expires_at > ?7
   AND l.access_version = users.access_version AND o.recipient = ?6 COLLATE NOCASE AND instr(o.text, '?token=') > 0`

/**
 * The statements that write a link and its mail, where there is a user for it and the address has room (T60). A link that is
 * still good is sent again, and is good for as long as a new one: its secret is in its last mail alone. Otherwise the same
 * statements take the mail back, so that neither the response nor its time tells (T33).
 */
export function mailStatements(
  d1: D1Database,
  { hash, secret, purpose, expiresAt, subject, text, at, by }: WrittenMail,
  { who, value, email, linkEmail = null, browser = '', version, isOwners = false }: LinkFor,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  const link = `
    INSERT INTO links (hash, user_id, purpose, expires_at, email, access_version, browser)
    SELECT coalesce((SELECT l.hash ${STILL_GOOD} LIMIT 1), ?2), id, ?3, ?8, ?4, access_version, ?5 FROM users
     WHERE (${who}) AND access_version = coalesce(?9, access_version) AND ${hasMailRoom('?6', '?7', by)} LIMIT 1
        ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at`
  const write = `
    WITH old AS MATERIALIZED (
      SELECT (SELECT l.hash ${STILL_GOOD} LIMIT 1) AS hash,
             (SELECT substr(o.text, instr(o.text, '?token=') + 7, ${SECRET_CHARS}) ${STILL_GOOD} LIMIT 1) AS secret
        FROM users WHERE (${who}) LIMIT 1),
    sent AS (
      SELECT coalesce((SELECT hash FROM old), ?2) AS hash, coalesce((SELECT secret FROM old), ?8) AS secret)
    INSERT INTO outbox (recipient, subject, text, created_at, link)
    SELECT ${isOwners ? 'coalesce(u.email, ?6)' : '?6'}, ?9,
           replace(replace(?10, '{token}', secret), '{username}', coalesce(u.username, '')), ?7, sent.hash
      FROM sent
      LEFT JOIN links AS l ON l.hash = sent.hash
      LEFT JOIN users AS u ON u.id = l.user_id
    RETURNING id`
  const about = [value, hash, purpose, linkEmail, browser, email, at]
  return [
    d1.prepare(link).bind(...about, expiresAt, version ?? null),
    d1.prepare(write).bind(...about, secret, subject, text),
    d1.prepare(DROP[by]),
  ]
}

const dropUnless = (by: MailCause) => `
  DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox)
     AND (NOT EXISTS (SELECT 1 FROM links WHERE hash = outbox.link)
          OR NOT ${hasMailRoom('outbox.recipient', 'outbox.created_at', by, '0')})`

/** Right behind a mail: takes it back where no link is for it, or its address had no room. */
const DROP = { anyone: dropUnless('anyone'), account: dropUnless('account') }

/** Writes a link and its mail. @returns the mail's id, to be enqueued even if it was taken back: such a job is done */
export async function mailToAddress(d1: D1Database, mail: WrittenMail, to: LinkFor): Promise<number> {
  const [, written] = await d1.batch<{ id: number }>(mailStatements(d1, mail, to))
  return written?.results[0]?.id ?? 0
}

const HEADER_MAX = 200

/** Where a mail's link leads on our own pages, what it is good for, and for how long. */
const LINKS = {
  confirm: { page: '/register/confirm', purpose: 'confirm', ms: 24 * HOUR_MS, by: 'anyone' },
  known: { page: '/password', purpose: 'reset', ms: HOUR_MS, by: 'anyone' },
  reset: { page: '/password', purpose: 'reset', ms: HOUR_MS, by: 'anyone' },
  email: { page: '/register/confirm', purpose: 'email', ms: 24 * HOUR_MS, by: 'anyone' },
  address: { page: '/password', purpose: 'take-back', ms: 7 * DAY_MS, by: 'account' },
} as const satisfies Record<LinkMailName, { page: string; purpose: string; ms: number; by: MailCause }>

/** What a mail is made of: the request that causes it. */
export type Cause = { brand: string; mailUrl: string; headers: Headers; nowMs: number }

/** A mail, but for `{username}` and the secret of its link, `{token}`, in its text, and the row of the link. */
export type WrittenMail = {
  subject: string
  text: string
  at: string
  hash: string
  secret: string
  purpose: string
  expiresAt: string
  by: MailCause
}

/** The language that the browser of a request prefers among ours. */
export function languageOf(headers: Headers): Language {
  const header = (headers.get('Accept-Language') ?? '').slice(0, HEADER_MAX)
  const wanted = parseAccept(header).map(({ type }) => type.slice(0, 2).toLowerCase())
  return wanted.flatMap((each) => languages.find((language) => language === each) ?? [])[0] ?? 'en'
}

/**
 * Writes mails with one link: several where it is decided later which is sent, all with the same secret. `language` is the
 * person's, where it is known.
 */
export async function writeMails<Name extends LinkMailName>(
  names: readonly Name[],
  { brand, mailUrl, headers, nowMs }: Cause,
  language: Language | '' = '',
): Promise<Record<Name, WrittenMail>> {
  const secret = newSecret()
  const hash = await hashOf(secret)
  const texts = mailTexts[language || languageOf(headers)]
  const write = (name: Name): WrittenMail => {
    const { page, purpose, ms, by } = LINKS[name]
    const link = `${mailUrl}${page}?token={token}`
    const insert = (text: string) => text.replaceAll('{brand}', brand).replaceAll('{link}', link)
    return {
      subject: insert(texts[name].subject),
      text: insert(texts[name].text),
      at: new Date(nowMs).toISOString(),
      hash,
      secret,
      purpose,
      by,
      expiresAt: new Date(nowMs + ms).toISOString(),
    }
  }
  return Object.fromEntries(names.map((name) => [name, write(name)])) as Record<Name, WrittenMail>
}

/** Writes the mail that shares an item, but for the sender's `{username}`. No user wrote any of its words. */
export function writeShare(
  gif: string,
  { brand, mailUrl, headers }: Cause,
): { subject: string; text: string } {
  const { subject, text } = mailTexts[languageOf(headers)].share
  // The item's page by its bare id redirects: the words of a slug are those of the user who chose it.
  return { subject, text: text.replaceAll('{brand}', brand).replaceAll('{link}', `${mailUrl}/gifs/${gif}`) }
}
