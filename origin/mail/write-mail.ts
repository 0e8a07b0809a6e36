import { parseAccept } from 'hono/utils/accept'
import { type Language, languages } from '../../shared/texts/texts.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { hashOf, newSecret } from '../people/secrets.ts'
import { type LinkMailName, mailTexts } from './mail-texts.ts'

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

/** Writes the mail that shares an item, but for `{username}`, who sends it. It has no words of theirs, their title's neither. */
export function writeShare(
  gif: string,
  { brand, publicUrl, headers }: Cause,
): { subject: string; text: string } {
  const { subject, text } = mailTexts[languageOf(headers)].share
  // The item's page by its bare id leads on: a slug is words of whoever named it.
  return { subject, text: text.replaceAll('{brand}', brand).replaceAll('{link}', `${publicUrl}/gifs/${gif}`) }
}
