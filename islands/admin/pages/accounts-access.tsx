import { STANDINGS } from '../../../shared/schema/choices.ts'
import { client, isConflict, usePage, useRead } from '../admin.tsx'
import { SmallButton, When } from '../parts/elements.tsx'
import { type AdminField, type Ask, ChangeDialog, optionsOf, useForm } from '../parts/form.tsx'
import type { RowOf } from '../parts/list.tsx'

type Person = RowOf<typeof client.people>
type Token = RowOf<typeof client.personTokens>
type TokensProps = { read: PersonReads['tokens']; end: (token: Token) => void }

/** What all reads of people are named by: a change reads them again. */
export const PEOPLE = 'accounts'

/** What is known of a person besides the profile. */
export const usePersonReads = (id: string) => ({
  follows: useRead([PEOPLE, 'follows', id], client.follows, { id }),
  items: useRead([PEOPLE, 'items', id], client.personItems, { id }),
  sessions: useRead([PEOPLE, 'sessions', id], client.personSessions, { id }),
  tokens: useRead([PEOPLE, 'tokens', id], client.personTokens, { id }),
})

export type PersonReads = ReturnType<typeof usePersonReads>

/** A person's API tokens, each with what it may do, and its end. @param end asks before one is deleted */
export function Tokens({ read: { data, isError }, end }: TokensProps) {
  const { common, texts, fill, language } = usePage('accounts')
  const list = new Intl.ListFormat(language, { type: 'unit' })
  return (
    <section className="admin-follows" aria-labelledby="tokens">
      <h3 id="tokens">
        {texts.tokens} {data && <span className="admin-soft">{data.results.length}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data?.results.length === 0 && <p className="admin-soft">{texts.tokensNone}</p>}
      <ul className="admin-tokens">
        {data?.results.map((token) => (
          <li key={token.id}>
            <span>
              <bdi>{token.name}</bdi>
              <span className="admin-soft"> {list.format(token.scopes.map((scope) => texts[scope]))}</span>
            </span>
            <span className="admin-soft">
              {token.last_used_at ? <When at={token.last_used_at} /> : common.never}
            </span>
            <SmallButton
              aria-label={fill(texts.deleteToken, { name: token.name })}
              onClick={() => end(token)}
            >
              {common.delete}
            </SmallButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks before a person's token is deleted. */
export function useTokenEnd(ask: Ask): (person: Pick<Person, 'id'>, token: Token) => void {
  const { common, texts, fill } = usePage('accounts')
  return ({ id }, { id: token, name }) =>
    ask({
      list: PEOPLE,
      write: () => client.deletePersonToken({ id, token }),
      message: () => fill(texts.tokenDone, { name }),
      title: fill(texts.tokenTitle, { name }),
      children: texts.tokenText,
      go: common.delete,
      danger: true,
    })
}

const stateOf = ({ state }: Person) => STANDINGS.find((each) => each === state) ?? 'active'

/** A person's state, and why it is changed. */
export function StateDialog({ person, close }: { person: Person; close: () => void }) {
  const { common, texts, fill } = usePage('accounts')
  const form = useForm({ state: stateOf(person), reason: person.state_reason } as Record<string, string>)
  const { state = '', reason = '' } = form.values
  const chosen = STANDINGS.find((each) => each === state) ?? 'active'
  const fields: AdminField[] = [
    { name: 'state', label: common.state, options: optionsOf(STANDINGS, texts), isFirst: true },
    {
      name: 'reason',
      label: common.reason,
      maxLength: 500,
      problem: chosen !== 'active' && !reason.trim() && texts.stateReason,
    },
  ]
  return (
    <ChangeDialog
      input={{ id: person.id, state: chosen, reason: reason.trim() }}
      isSame={chosen === stateOf(person) && reason.trim() === person.state_reason}
      list={PEOPLE}
      write={client.setState}
      message={() => fill(texts.stateDone, { name: person.username, state: texts[chosen] })}
      failure={(error) => (isConflict(error) ? texts.stateRefused : undefined)}
      title={fill(texts.stateOf, { name: person.username })}
      form={form}
      fields={fields}
      go={texts.stateGo}
      danger={chosen === 'suspended'}
      close={close}
    >
      {texts.stateText}
    </ChangeDialog>
  )
}

/** Takes off the second factors of someone who has lost them, and why. */
export function FactorsDialog({ person, close }: { person: Person; close: () => void }) {
  const { common, texts, fill } = usePage('accounts')
  const form = useForm({ reason: '' } as Record<string, string>)
  const reason = (form.values.reason ?? '').trim()
  const problem = !reason && texts.stateReason
  return (
    <ChangeDialog
      input={{ id: person.id, reason }}
      list={PEOPLE}
      write={client.removePersonFactors}
      message={() => fill(texts.takeOffDone, { name: person.username })}
      failure={(error) => (isConflict(error) ? texts.takeOffOwn : undefined)}
      title={fill(texts.takeOffTitle, { name: person.username })}
      form={form}
      fields={[{ name: 'reason', label: common.reason, maxLength: 500, isFirst: true, problem }]}
      go={texts.takeOffGo}
      danger
      close={close}
    >
      {texts.takeOffText}
    </ChangeDialog>
  )
}
