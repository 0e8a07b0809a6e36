import { interpolate, languages } from '../../shared/texts/languages.ts'
import { FACTOR_TEXTS } from '../../shared/texts/people/factor-texts.ts'
import { attempt } from '../dom/page.ts'
import { askPasskey } from './ask-passkey.ts'
import { copyField, el, formOf, part, picture } from './factor-parts.ts'

/** What the page gives its script. */
type Given = {
  csrf: string
  brand: string
  username: string
  hasPassword: boolean
  hasPasskeys: boolean
  browser: string
  /** The page that the person was going to; '' for none. */
  next: string
}
type Factor = { id: string; kind: 'totp' | 'passkey'; name: string; created_at: string }
type Factors = { results: Factor[]; recovery_codes: number; is_missing: boolean }
type State = { given: Given; factors: Factors; isFresh: boolean; codes: readonly string[] }

const language = languages.find((each) => each === document.documentElement.lang) ?? 'en'
const texts = FACTOR_TEXTS[language]

/** The texts of a call's failures, by their status. */
type Problems = Readonly<Record<number, string>>

/** Makes a call of the site. @throws Error with the text of the problem */
async function call<Answer>(
  csrf: string,
  what: string,
  fields: Record<string, string> = {},
  problems: Problems = {},
) {
  const [method = '', path = ''] = what.split(' ')
  const body = method === 'POST' ? new URLSearchParams(fields) : null
  const response = await fetch(path, { method, body, headers: { 'X-CSRFToken': csrf } })
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer
  throw new Error(problems[response.status] ?? (response.status === 429 ? texts.tooMany : texts.failed))
}

const root = document.querySelector<HTMLElement>('#second-factor')
if (root) show(root, JSON.parse(root.dataset.given ?? '{}') as Given)

/** Reads how things are, and draws them. @param codes recovery codes that are new, which nothing shows again */
async function show(root: HTMLElement, given: Given, codes: readonly string[] = []): Promise<void> {
  try {
    const [factors, sessions] = await Promise.all([
      call<Factors>(given.csrf, 'GET /api/v3/factors'),
      call<{ results: { is_current: boolean; is_fresh: boolean }[] }>(given.csrf, 'GET /api/v3/sessions'),
    ])
    const isFresh = sessions.results.some(({ is_current, is_fresh }) => is_current && is_fresh)
    const again = (codes?: readonly string[]) => show(root, given, codes)
    root.replaceChildren(...drawn({ given, factors, isFresh, codes }, again))
    root.querySelector<HTMLElement>('.codes')?.focus()
  } catch (error) {
    root.replaceChildren(
      el('p', { class: 'said wrong', role: 'alert' }, error instanceof Error ? error.message : ''),
    )
  }
}

type Again = (codes?: readonly string[]) => Promise<void>

function drawn(state: State, again: Again): Node[] {
  const { given, factors, isFresh, codes } = state
  const hasSome = factors.results.length > 0
  return [
    el('p', { class: factors.is_missing ? 'said' : 'note' }, factors.is_missing ? texts.needed : texts.intro),
    ...(codes.length > 0 ? [newCodes(given, codes)] : []),
    ...(given.next && hasSome
      ? [el('p', { class: 'others' }, el('a', { class: 'act', href: given.next }, texts.proceed))]
      : []),
    ...(isFresh ? [] : [confirmation(given, again)]),
    ...appPart(state, again),
    passkeyPart(state, again),
    ...(hasSome ? [codesPart(state, again)] : []),
  ]
}

/** T55: what the rest does wants a fresh sign-in. */
function confirmation({ csrf, hasPassword, username }: Given, again: Again): HTMLElement {
  if (!hasPassword) return part(texts.again, texts.againNone)
  const attributes = { type: 'password', autocomplete: 'current-password', maxlength: '256', required: '' }
  const form = formOf(
    [{ name: 'password', label: texts.password, attributes }],
    texts.proceed,
    async ({ password = '' }) => {
      await call(csrf, 'POST /api/v3/session/confirm', { password }, { 403: texts.passwordWrong })
      await again()
    },
  )
  form.prepend(el('input', { autocomplete: 'username', value: username, hidden: true, readonly: true }))
  return part(texts.again, texts.againText, form)
}

const day = (moment: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(moment))

function rowsOf(
  { given, factors, isFresh }: State,
  kind: Factor['kind'],
  title: string,
  again: Again,
): HTMLElement {
  const rows = factors.results.filter((each) => each.kind === kind)
  return el(
    'ul',
    { class: 'records' },
    ...rows.map(({ id, name, created_at }) => {
      const since = el('span', { class: 'note' }, interpolate(texts.since, { date: day(created_at) }))
      const about = name || title
      const remove = async () => {
        await call(given.csrf, `DELETE /api/v3/factors/${id}`, {}, { 409: texts.last })
        await again()
      }
      const form = isFresh && formOf([], texts.remove, remove, { quiet: true, about })
      return el('li', {}, el('p', {}, el('strong', { dir: 'auto' }, about), since), form)
    }),
  )
}

/** 160 bits, as apps take them: base32. It's stored once a code has shown that the app has it. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('')
}

function appPart(state: State, again: Again): HTMLElement[] {
  const { factors, isFresh, given } = state
  const rows = rowsOf(state, 'totp', texts.app, again)
  const hasApp = factors.results.some(({ kind }) => kind === 'totp')
  if (!isFresh) return hasApp ? [part(texts.app, '', rows)] : []
  const form = appForm(given, again)
  const other = hasApp ? [el('details', {}, el('summary', {}, texts.appOther), ...form)] : form
  return [part(texts.app, texts.appText, rows, ...other)]
}

function appForm({ csrf, brand, username }: Given, again: Again): HTMLElement[] {
  const secret = newSecret()
  const label = encodeURIComponent(`${brand}:${username}`)
  const address = `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: brand })}`
  const attributes = { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: '12', required: '' }
  const form = formOf(
    [{ name: 'code', label: texts.code, attributes }],
    texts.appGo,
    async ({ code = '' }) => {
      const made = await call<Made>(csrf, 'POST /api/v3/factors', { secret, code }, { 400: texts.codeWrong })
      await again(made.recovery_codes)
    },
  )
  return [picture(address, texts.appPicture), copyField('app-key', texts.appKey, secret, texts), form]
}

type Made = { recovery_codes: string[] }

function passkeyPart(state: State, again: Again): HTMLElement {
  const { csrf, hasPasskeys, browser } = state.given
  const rows = rowsOf(state, 'passkey', texts.passkey, again)
  const canAdd = hasPasskeys && attempt(() => 'parseCreationOptionsFromJSON' in PublicKeyCredential)
  if (!canAdd)
    return part(texts.passkeys, texts.passkeysText, rows, el('p', { class: 'note' }, texts.passkeysNot))
  if (!state.isFresh) return part(texts.passkeys, texts.passkeysText, rows)
  const attributes = { maxlength: '100', dir: 'auto' }
  const name = { name: 'name', label: texts.passkeyName, value: browser, attributes }
  const form = formOf([name], texts.passkeyAdd, async ({ name = '' }) => {
    const credential = await askPasskey(csrf).catch(() => {
      throw new Error(texts.failed)
    })
    const made = await call<Made>(
      csrf,
      'POST /api/v3/factors',
      { name, credential },
      { 409: texts.passkeyThere },
    )
    await again(made.recovery_codes)
  })
  return part(texts.passkeys, texts.passkeysText, rows, form)
}

function codesPart({ given, factors, isFresh }: State, again: Again): HTMLElement {
  const renew = async () => {
    const made = await call<Made>(given.csrf, 'POST /api/v3/factors/codes')
    await again(made.recovery_codes)
  }
  const left = el('p', {}, interpolate(texts.recoveryLeft, { count: factors.recovery_codes }))
  const form = isFresh && formOf([], texts.recoveryGo, renew, { quiet: true })
  return part(texts.recoveryCodes, texts.recoveryText, left, form)
}

function newCodes({ brand }: Given, codes: readonly string[]): HTMLElement {
  const text = codes.join('\n')
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${brand}\n\n${text}\n`)}`
  return el(
    'div',
    { class: 'said codes', tabindex: '-1' },
    copyField('new-codes', texts.recoveryCodes, text, texts),
    el('p', { role: 'status' }, texts.recoveryOnce),
    el('p', {}, el('a', { class: 'act quiet', href, download: 'recovery-codes.txt' }, texts.download)),
  )
}
