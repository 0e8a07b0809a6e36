import { Group } from '@mantine/core'
import { ITEM_ACTS } from '../../../shared/schema/choices.ts'
import { client, usePage } from '../admin.tsx'
import { SmallButton, When } from '../parts/elements.tsx'
import { type AdminField, type Ask, ChangeDialog, useForm } from '../parts/form.tsx'
import type { RowOf } from '../parts/list.tsx'
import { PEOPLE, type PersonReads } from './accounts-access.tsx'

type Person = Pick<RowOf<typeof client.people>, 'id' | 'username'>
type Session = RowOf<typeof client.personSessions>
type SessionsProps = { read: PersonReads['sessions']; end: (session: Session) => void }

export type ItemsAct = (typeof ITEM_ACTS)[number]
type ItemsProps = { read: PersonReads['items']; choose: (act: ItemsAct) => void }

/** Where a person is signed in, each with its end. @param end asks before one is ended */
export function PersonSessions({ read: { data, isError }, end }: SessionsProps) {
  const { common, texts, fill } = usePage('accounts')
  return (
    <section className="admin-follows" aria-labelledby="sessions">
      <h3 id="sessions">
        {texts.sessions} {data && <span className="admin-soft">{data.results.length}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data?.results.length === 0 && <p className="admin-soft">{texts.sessionsNone}</p>}
      <ul className="admin-tokens">
        {data?.results.map((session) => (
          <li key={session.id}>
            <bdi>{session.agent || texts.unknownBrowser}</bdi>
            <span className="admin-soft">
              <When at={session.last_used_at} />
            </span>
            <SmallButton
              aria-label={fill(texts.endOf, { name: session.agent || texts.unknownBrowser })}
              onClick={() => end(session)}
            >
              {texts.endOne}
            </SmallButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks before one of a person's sessions is ended. */
export function useSessionEnd(ask: Ask): (person: Person, session: Session) => void {
  const { texts, fill } = usePage('accounts')
  return ({ id, username: name }, { id: session, agent }) =>
    ask({
      list: PEOPLE,
      write: () => client.endPersonSession({ id, session }),
      message: () => fill(texts.sessionEnded, { name }),
      title: fill(texts.endOf, { name: agent || texts.unknownBrowser }),
      go: texts.endOne,
      danger: true,
    })
}

/** How many items a person has, how many were taken down, and what may be done with all of them. */
export function AllItems({ read: { data, isError }, choose }: ItemsProps) {
  const { common, texts, fill, numberOf } = usePage('accounts')
  const going = { hide: texts.workHide, show: texts.workShow, delete: texts.workDelete }
  const open = { hide: texts.hideAll, show: texts.showAll, delete: texts.deleteAll }
  const isHidden = data?.acts.some(({ act }) => act === 'hide') ?? false
  return (
    <section className="admin-follows" aria-labelledby="items">
      <h3 id="items">
        {texts.items} {data && <span className="admin-soft">{numberOf(data.total)}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data && (
        <>
          <p>
            {fill(texts.removedOf, {
              removed: numberOf(data.removed),
              total: numberOf(data.total),
              hidden: numberOf(data.hidden),
            })}
            <br />
            {data.states > 0 && fill(texts.statesOf, { count: numberOf(data.states) })}
          </p>
          {data.acts
            .filter(({ done_at }) => done_at === null)
            .map(({ act, items }) => (
              <p key={act} role="status">
                {fill(going[act], { items: numberOf(items) })}
              </p>
            ))}
          <Group mt="xs" gap="xs">
            {ITEM_ACTS.filter((act) => act !== 'show' || isHidden).map((act) => (
              <SmallButton key={act} onClick={() => choose(act)}>
                {open[act]}
              </SmallButton>
            ))}
          </Group>
        </>
      )}
    </section>
  )
}

type DialogProps = { person: Person; act: ItemsAct; close: () => void }

/** Has the person's name typed before something is done with all items. */
export function AllItemsDialog({ person: { id, username: name }, act, close }: DialogProps) {
  const { common, texts, fill } = usePage('accounts')
  const form = useForm({ username: '', reason: '' } as Record<string, string>)
  const { username = '', reason = '' } = form.values
  const titles = { hide: texts.hideTitle, show: texts.showTitle, delete: texts.deleteTitle }
  const says = { hide: texts.hideText, show: texts.showText, delete: texts.deleteText }
  const go = { hide: texts.hideAll, show: texts.showAll, delete: texts.deleteAll }
  const typeName = fill(texts.typeName, { name })
  const fields: AdminField[] = [
    {
      name: 'username',
      label: texts.username,
      description: typeName,
      maxLength: 100,
      isFirst: true,
      problem: username.trim() !== name && typeName,
    },
    {
      name: 'reason',
      label: common.reason,
      maxLength: 500,
      problem: !reason.trim() && texts.stateReason,
    },
  ]
  return (
    <ChangeDialog
      input={{ id, act, username: username.trim(), reason: reason.trim() }}
      list={PEOPLE}
      write={client.actOnItems}
      message={() => fill(texts.actDone, { name })}
      title={fill(titles[act], { name })}
      form={form}
      fields={fields}
      go={go[act].replace('…', '').trimEnd()}
      danger={act === 'delete'}
      close={close}
    >
      {says[act]}
    </ChangeDialog>
  )
}
