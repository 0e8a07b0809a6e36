import { Badge, Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CHOSEN_RATINGS, USER_ROLES, type UserRole } from '../../../shared/schema/choices.ts'
import { PEOPLE_SORTS, PROFILE_FIELDS } from '../../../shared/schema/own/people.ts'
import { client, isConflict, useChange, usePage, useRead } from '../admin.tsx'
import { Face, Failed, SmallButton, StateBadge, When } from '../parts/elements.tsx'
import {
  type AdminField,
  type Ask,
  CHOSEN_RATING_OPTIONS,
  Fields,
  optionsOf,
  pick,
  submitOf,
  useConfirm,
  useForm,
} from '../parts/form.tsx'
import { type Column, ListPage, type RowOf } from '../parts/list.tsx'
import { FormModal, useLeave } from '../parts/unsaved.tsx'
import {
  FactorsDialog,
  PEOPLE,
  type PersonReads,
  StateDialog,
  Tokens,
  usePersonReads,
  useTokenEnd,
} from './accounts-access.tsx'
import { AllItems, AllItemsDialog, type ItemsAct, PersonSessions, useSessionEnd } from './accounts-items.tsx'

type Person = RowOf<typeof client.people>

const FILTERS = {
  search: '',
  role: ['', ...USER_ROLES],
  freelance: ['', 'true', 'false'],
  rating: ['', ...CHOSEN_RATINGS],
  sort: PEOPLE_SORTS,
} as const

/** `/admin/accounts`: who has an account, found as the artists' call finds them; their profile, role, state and access. */
export default function AccountsPage() {
  const { texts } = usePage('accounts')
  const [opened, setOpened] = useState<Person>()
  const [judged, setJudged] = useState<Person>()
  const [lost, setLost] = useState<Person>()
  const [acting, setActing] = useState<{ person: Person; act: ItemsAct }>()
  const { ask, dialog } = useConfirm()
  const { changeRole, endSessions } = useQuestions(ask)
  const endToken = useTokenEnd(ask)
  const endSession = useSessionEnd(ask)
  const { leave, around } = useLeave()
  // One dialog at a time.
  const instead = (go: () => void) =>
    leave(() => {
      setOpened(undefined)
      go()
    })
  return (
    <ListPage
      page="accounts"
      filters={FILTERS}
      fields={useFields()}
      read={({ freelance, ...asked }, reading) =>
        client.people({ ...asked, ...(freelance && { freelance: freelance === 'true' }) }, reading)
      }
      columns={useColumns(setOpened, changeRole)}
      sorts={[
        { title: texts.changedAt, sort: 'updatetime' },
        { title: texts.displayName, sort: 'display_name' },
      ]}
      open={setOpened}
    >
      {around(
        opened && (
          <PersonDialog person={opened} close={() => setOpened(undefined)}>
            {({ items, sessions, tokens }) => (
              <>
                <AllItems read={items} choose={(act) => instead(() => setActing({ person: opened, act }))} />
                <PersonSessions
                  read={sessions}
                  end={(session) => instead(() => endSession(opened, session))}
                />
                <Tokens read={tokens} end={(token) => instead(() => endToken(opened, token))} />
                <Group mt="md">
                  <Button variant="default" onClick={() => instead(() => setJudged(opened))}>
                    {texts.stateGo}
                  </Button>
                  {opened.has_second_factor && (
                    <Button variant="default" onClick={() => instead(() => setLost(opened))}>
                      {texts.takeOffGo}
                    </Button>
                  )}
                  <Button variant="default" onClick={() => instead(() => endSessions(opened))}>
                    {texts.endSessions}
                  </Button>
                </Group>
              </>
            )}
          </PersonDialog>
        ),
      )}
      {acting && <AllItemsDialog {...acting} close={() => setActing(undefined)} />}
      {lost && <FactorsDialog person={lost} close={() => setLost(undefined)} />}
      {judged && <StateDialog person={judged} close={() => setJudged(undefined)} />}
      {dialog}
    </ListPage>
  )
}

/** Who is listed: by name or address, role, and as the artists' call has it. */
function useFields(): AdminField[] {
  const { common, texts } = usePage('accounts')
  const all = { value: '', label: common.all }
  const answers = { '': common.all, true: texts.yes, false: texts.no }
  return [
    { name: 'search', type: 'search', label: common.search, maxLength: 100 },
    { name: 'role', label: texts.role, options: [all, ...optionsOf(USER_ROLES, texts)] },
    { name: 'freelance', label: texts.freelance, options: optionsOf(FILTERS.freelance, answers) },
    { name: 'rating', label: texts.rating, options: [all, ...CHOSEN_RATING_OPTIONS] },
  ]
}

function useColumns(open: (person: Person) => void, changeRole: Questions['changeRole']): Column<Person>[] {
  const { common, texts, fill } = usePage('accounts')
  const email = ({ email, state, has_second_factor }: Person) => (
    <>
      {email && <bdi>{email}</bdi>}
      {state !== 'active' && <StateBadge ml="xs">{texts[state]}</StateBadge>}
      {has_second_factor && (
        <Badge ml="xs" variant="light" tt="none">
          {texts.twoSteps}
        </Badge>
      )}
    </>
  )
  const role = (person: Person) => (
    <NativeSelect
      size="xs"
      aria-label={fill(texts.roleOf, { name: person.username })}
      value={person.role}
      data={optionsOf(USER_ROLES, texts)}
      onChange={({ currentTarget: { selectedIndex } }) =>
        changeRole(person, USER_ROLES[selectedIndex] ?? person.role)
      }
    />
  )
  const actions = (person: Person) => (
    <SmallButton aria-label={fill(texts.profileOf, { name: person.username })} onClick={() => open(person)}>
      {texts.open}
    </SmallButton>
  )
  const since = ({ created_at }: Person) => <When at={created_at} />
  return [
    { title: texts.name, cell: (person) => <PersonName person={person} />, width: '26%', sort: 'username' },
    { title: texts.email, cell: email },
    { title: texts.role, cell: role, width: '150px' },
    { title: texts.since, cell: since, width: '190px', sort: 'jointime' },
    { title: common.actions, cell: actions, width: '110px' },
  ]
}

function PersonName({ person }: { person: Person }) {
  const { texts } = usePage('accounts')
  const { username, display_name, is_verified } = person
  return (
    <div className="admin-who">
      <Face person={person} />
      <div>
        <bdi>{display_name || username}</bdi>{' '}
        {is_verified && (
          <Badge variant="light" tt="none">
            {texts.verified}
          </Badge>
        )}
        <br />
        <bdi className="admin-soft">@{username}</bdi>
      </div>
    </div>
  )
}

/** What is asked before a person gets another role, or is signed out everywhere. */
function useQuestions(ask: Ask) {
  const { texts, fill } = usePage('accounts')
  const changeRole = ({ id, username: name, role: was }: Person, role: UserRole) =>
    ask({
      list: PEOPLE,
      write: () => client.setRole({ id, role, was }),
      message: () => fill(texts.changeDone, { name, role: texts[role] }),
      // The last one there may be is the last of staff.
      failure: (error) => (isConflict(error) && was === 'staff' ? texts.last : undefined),
      title: fill(texts.changeTitle, { name, role: texts[role] }),
      children: texts.changeText,
      go: texts.change,
    })
  const endSessions = ({ id, username: name }: Person) =>
    ask({
      list: PEOPLE,
      write: () => client.endPersonSessions({ id }),
      message: () => fill(texts.ended, { name }),
      title: fill(texts.endTitle, { name }),
      children: fill(texts.endText, { name }),
      go: texts.endSessions,
      danger: true,
    })
  return { changeRole, endSessions }
}
type Questions = ReturnType<typeof useQuestions>

type Profile = Pick<Person, (typeof PROFILE_FIELDS)[number]>

type DialogProps = {
  person: Pick<Person, 'id' | 'username'>
  close: () => void
  children: (reads: PersonReads) => ReactNode
}

/** A person's profile as it is now, whom they follow, and what may be done about their access. */
function PersonDialog({ person: { id, username }, close, children }: DialogProps) {
  const { texts, fill } = usePage('accounts')
  const { data, error, refetch } = useRead([PEOPLE, 'one', id], client.person, { id }, { staleTime: 0 })
  const reads = usePersonReads(id)
  // Shown at once: a part that came later would move the button that is about to be pressed.
  const isPending = !data || Object.values(reads).some((read) => read.isPending)
  return (
    <FormModal opened close={close} title={fill(texts.profileOf, { name: username })} size="lg">
      {error && <Failed error={error} retry={refetch} />}
      {!error && isPending && <Skeleton height={320} />}
      {!error && !isPending && (
        // What another person has changed since takes the place of what was typed.
        <PersonForm key={data.updated_at} person={data} close={close}>
          <Follows read={reads.follows} />
          {children(reads)}
        </PersonForm>
      )}
    </FormModal>
  )
}

const isWebsite = (url: string) => url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** A profile's fields, checked as the call checks them. */
function useProfileFields(values: Profile): AdminField[] {
  const { common, texts } = usePage('accounts')
  const nameProblem = !values.display_name.trim() && common.nameNeeded
  const websiteProblem = !isWebsite(values.website_url) && texts.wrongWebsite
  return [
    { name: 'display_name', label: texts.displayName, maxLength: 100, problem: nameProblem },
    { name: 'description', type: 'lines', label: texts.description, maxLength: 1000, rows: 3 },
    { name: 'website_url', type: 'url', label: texts.website, maxLength: 2048, problem: websiteProblem },
    { name: 'twitter', label: texts.handle, maxLength: 50 },
    { name: 'is_public', type: 'check', label: texts.isPublic },
    { name: 'is_verified', type: 'check', label: texts.isVerified },
    { name: 'is_freelance', type: 'check', label: texts.isFreelance },
    { name: 'suppress_chrome', type: 'check', label: texts.suppressChrome },
  ]
}

type FormProps = { person: Person; close: () => void; children: ReactNode }

/** A profile to be changed. */
function PersonForm({ person, close, children }: FormProps) {
  const { common, texts, fill } = usePage('accounts')
  const update = useChange({
    list: PEOPLE,
    write: (changes: Partial<Profile>) =>
      client.updatePerson({ id: person.id, ...changes, was: person.updated_at }),
    message: () => fill(texts.saved, { name: person.username }),
    done: close,
  })
  const form = useForm<Profile>(person)
  const { values } = form
  const element = useRef<HTMLFormElement>(null)
  // The dialog is open before the profile is there.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const fields = useProfileFields(values)
  const send = () => {
    const changed = PROFILE_FIELDS.filter((name) => values[name] !== person[name])
    return changed.length === 0 ? close() : update.mutate(pick(values, changed))
  }
  return (
    <form
      ref={element}
      onSubmit={submitOf({ form, fields, isBusy: update.isPending, submit: send })}
      noValidate
    >
      <Stack>
        <Fields form={form} fields={fields} />
      </Stack>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}

function Follows({ read: { data, isError } }: { read: PersonReads['follows'] }) {
  const { common, texts } = usePage('accounts')
  return (
    <section className="admin-follows" aria-labelledby="follows">
      <h3 id="follows">
        {texts.follows} {data && <span className="admin-soft">{data.results.length}</span>}
      </h3>
      {isError && <p role="alert">{common.failed}</p>}
      {data?.results.length === 0 && <p className="admin-soft">{texts.followsNoOne}</p>}
      <ul>
        {data?.results.map(({ id: other, username }) => (
          <li key={other}>
            <bdi>@{username}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
