import { writeNotice } from '../../origin/mail/notices.ts'
import { languages } from '../../shared/texts/languages.ts'
import { isoTime } from '../../shared/time.ts'
import { matchOf, quote, type Who } from './staff-link.ts'

/** Whose factors they are, and the username that confirms it; what the mail calls the installation, and its address. */
export type Dropping = { who: Who; confirm: string; brand: string; url: string; nowMs?: number }

const REASON = 'They were lost, and the operator was asked.'
/** Where the mail has the username, until a row says it. */
const NAME = '{username}'

/** SQL of a mail's subject or text, in the language of its row of `users`. */
function inLanguage(part: 'subject' | 'text', { brand, url }: Dropping): string {
  const rows = languages.map((language) => {
    const cause = { brand, mailUrl: url, headers: new Headers() }
    const mail = writeNotice('factorless', { username: NAME, language }, cause as never, REASON)
    return `WHEN ${quote(language)} THEN ${quote(mail[part])}`
  })
  return `replace(CASE coalesce(nullif(language, ''), 'en') ${rows.join(' ')} END, ${quote(NAME)}, username)`
}

/**
 * The statements that take all second factors off an account, note it, and mail its person: none of it where the username is
 * another, or there is none. The first one returns how many there are, as `factors`. The mail goes out with the next round.
 */
export function dropFactors(dropping: Dropping): string[] {
  const { who, confirm, nowMs = Date.now() } = dropping
  const at = quote(isoTime(nowMs))
  const person = `FROM users WHERE ${matchOf(who, '')} AND username = ${quote(confirm)} COLLATE NOCASE`
  const having = `${person} AND EXISTS (SELECT 1 FROM factors WHERE user_id = users.id)`
  const its = `user_id IN (SELECT id ${person})`
  return [
    `SELECT count(*) AS factors FROM factors WHERE ${its}`,
    `INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
     SELECT '', 'command line', 'factor.take-off', 'user/' || id, ${quote(REASON)}, ${at} ${having}`,
    `INSERT INTO outbox (recipient, subject, text, created_at)
     SELECT email, ${inLanguage('subject', dropping)}, ${inLanguage('text', dropping)}, ${at} ${having} AND email IS NOT NULL`,
    `DELETE FROM recovery_codes WHERE ${its}`,
    `DELETE FROM factors WHERE ${its}`,
  ]
}
