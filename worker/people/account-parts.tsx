import type { ReactNode } from 'react'
import type * as v from 'valibot'
import type { ApiTokenSchema, SessionSchema } from '../../shared/schema/own/people.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { focused, PostForm } from './form.tsx'
import {
  DELETE_TOKEN,
  END_SESSION,
  NEW_STAFF_TOKEN,
  NEW_TOKEN,
  PASSWORD_AGAIN,
  SCOPE_NAMES,
} from './form-rows.ts'
import { Done, type PageState } from './people-page.tsx'

type TopProps = {
  page: PageState
  title: string
  note?: ReactNode
  /** Where it belongs, and where else it leads: paths and names. */
  links?: readonly (readonly [path: string, name: string])[]
  children?: ReactNode
}

/** The head of a page about one thing: where it belongs, what it is called, a note on it, what can be done with it, and what was done. */
export const Top = ({ page, title, note, links, children }: TopProps) => (
  <>
    {links && (
      <p className="others crumbs">
        {links.map(([path, name]) => (
          <a key={path} href={page.to(path)}>
            <bdi>{name}</bdi>
          </a>
        ))}
      </p>
    )}
    <div className="account-top">
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {note && <p className="note">{note}</p>}
      </div>
      {children}
    </div>
    <Done page={page} />
  </>
)

/** `more` is below what it is. */
type SectionProps = { title: string; text: string; more?: ReactNode; id?: string; children: ReactNode }

/** A part of the account: what it is, next to what it has. */
export const Section = ({ title, text, more, id, children }: SectionProps) => (
  <section className="part" id={id}>
    <div className="part-about">
      <h2>{title}</h2>
      <p className="note">{text}</p>
      {more}
    </div>
    <div className="part-content">{children}</div>
  </section>
)

/** Days, not hours: the time zone of the reader is not known here. */
export const dayIn = ({ c }: PageState, moment: string) =>
  new Intl.DateTimeFormat(c.get('language'), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(moment),
  )

type SessionsProps = { page: PageState; sessions: readonly v.InferOutput<typeof SessionSchema>[] }

export function Sessions({ page, sessions }: SessionsProps) {
  const { texts } = page
  return (
    <Section title={texts.sessions} text={texts.sessionsText}>
      <ul className="records">
        {sessions.map(({ id, agent, last_used_at, is_current }) => {
          const name = agentName(agent) || texts.unknownBrowser
          return (
            <li key={id}>
              <p>
                <strong>{name}</strong>
                <span className="note">
                  {is_current
                    ? texts.thisBrowser
                    : interpolate(texts.lastUsed, { date: dayIn(page, last_used_at) })}
                </span>
              </p>
              {!is_current && <PostForm page={page} row={END_SESSION} id={id} about={name} />}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type TokenRow = v.InferOutput<typeof ApiTokenSchema>
type TokensProps = {
  page: PageState
  tokens: readonly TokenRow[]
  /** T55: whether tokens may be made and deleted in this session, or the password is asked for first. */
  isFresh: boolean
  hasPassword: boolean
  mayModerate: boolean
}

/** What a token may do, in words. */
function scopesIn({ texts, c }: PageState, scopes: readonly string[]): string {
  const names = scopes.flatMap((scope) => SCOPE_NAMES.get(scope) ?? []).map((name) => texts[name])
  return interpolate(texts.tokenCan, {
    scopes: new Intl.ListFormat(c.get('language'), { type: 'unit' }).format(names),
  })
}

export function Tokens({ page, tokens, isFresh, hasPassword, mayModerate }: TokensProps) {
  const { texts, shownOnce } = page
  const about = ({ last_used_at, expires_at, scopes }: TokenRow) =>
    [
      scopesIn(page, scopes),
      last_used_at ? interpolate(texts.lastUsed, { date: dayIn(page, last_used_at) }) : texts.neverUsed,
      expires_at && interpolate(texts.expires, { date: dayIn(page, expires_at) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Section title={texts.tokens} text={texts.tokensText} id="tokens">
      {shownOnce && <NewToken page={page} shownOnce={shownOnce} />}
      {tokens.length === 0 && <p className="note empty">{texts.tokensNone}</p>}
      <ul className="records">
        {tokens.map((token) => (
          <li key={token.id}>
            <p>
              <strong>
                <bdi>{token.name}</bdi>
              </strong>
              <span className="note">{about(token)}</span>
            </p>
            {isFresh && <PostForm page={page} row={DELETE_TOKEN} id={token.id} about={token.name} />}
          </li>
        ))}
      </ul>
      <TokenForm page={page} {...{ isFresh, hasPassword, mayModerate }} />
    </Section>
  )
}

const DEFAULTS = { scopes: 'read,upload' }

/** The form for a new token, or for the password that it wants first. */
function TokenForm({ page, isFresh, hasPassword, mayModerate }: Omit<TokensProps, 'tokens'>) {
  const { texts } = page
  if (isFresh)
    return <PostForm page={page} row={mayModerate ? NEW_STAFF_TOKEN : NEW_TOKEN} values={DEFAULTS} />
  if (!hasPassword) return <p className="note">{texts.passwordAgainNone}</p>
  return (
    <>
      <p className="note">{texts.passwordAgainText}</p>
      <PostForm page={page} row={PASSWORD_AGAIN} />
    </>
  )
}

type NewTokenProps = { page: PageState; shownOnce: NonNullable<PageState['shownOnce']> }

function NewToken({ page: { texts }, shownOnce: { name = '', token = '' } }: NewTokenProps) {
  return (
    <div className="said" role="status">
      <label htmlFor="new-token" className="said-title">
        {interpolate(texts.tokenNew, { name })}
      </label>
      {/* The public pages' script selects it all on focus. */}
      <input
        id="new-token"
        className="secret"
        readOnly
        {...focused(true)}
        defaultValue={token}
        data-share=""
        dir="ltr"
      />
      <p>{texts.tokenOnce}</p>
    </div>
  )
}

type Signs = readonly (readonly [name: string, ...signs: string[]])[]

// The first that fits: each browser also says that it is one of those below it.
const BROWSERS: Signs = [
  ['Edge', 'Edg/', 'EdgA/', 'EdgiOS/'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Firefox', 'Firefox/', 'FxiOS/'],
  ['Chrome', 'Chrome/', 'CriOS/'],
  ['Safari', 'Safari/'],
]
const SYSTEMS: Signs = [
  ['iPadOS', 'iPad'],
  ['iOS', 'iPhone'],
  ['Android', 'Android'],
  ['ChromeOS', 'CrOS'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['Linux', 'Linux'],
]

const MAX = 60

/** A browser's name and system, by which people tell their sessions apart; of a program its own name; '' for nothing. */
export function agentName(agent: string): string {
  const find = (names: Signs) => names.find(([, ...signs]) => signs.some((sign) => agent.includes(sign)))?.[0]
  const browser = find(BROWSERS)
  if (!browser) return agent.slice(0, MAX)
  return [browser, find(SYSTEMS)].filter(Boolean).join(' · ')
}
