import { Badge, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { CHOSEN_RATINGS, USER_ROLES, type UserRole } from '../../../shared/schema/choices.ts'
import { PEOPLE_SORTS } from '../../../shared/schema/own/people.ts'
import { usePage } from '../admin.tsx'
import { client, isConflict, useChange } from '../parts/calls.ts'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { CHOSEN_RATING_OPTIONS, ConfirmDialog, optionsOf } from '../parts/form.tsx'
import { type Column, ListPage } from '../parts/list.tsx'
import { oneOf, TYPED_MS, useFilters } from '../place.ts'
import { PEOPLE, type Person, PersonDialog } from './accounts-person.tsx'

/** A change of a person's role. */
type NewRole = { person: Person; role: UserRole }

/** The list's filters with what each is where nothing was chosen. */
const FILTERS = {
  search: '',
  role: '',
  freelance: '',
  rating: '',
  sort: 'jointime',
  order: 'desc',
  page: '1',
}

/** `/admin/accounts`: who has an account, found as the artists' call finds them; their profile, role and sessions. */
export default function AccountsPage() {
  const { texts } = usePage('accounts')
  const filtering = useFilters(FILTERS, PEOPLE_SORTS)
  const { filters, sorting } = filtering
  const [search] = useDebouncedValue(filters.search.trim(), TYPED_MS)
  const [opened, setOpened] = useState<Person>()
  const [newRole, setNewRole] = useState<NewRole>()
  const [ending, setEnding] = useState<Person>()
  const role = oneOf(USER_ROLES, filters.role)
  const rating = oneOf(CHOSEN_RATINGS, filters.rating)
  const input = {
    ...(search && { search }),
    ...(role && { role }),
    ...(filters.freelance && { freelance: filters.freelance === 'true' }),
    ...(rating && { rating }),
    sort: sorting.by,
    order: sorting.order,
  }
  return (
    <ListPage
      texts={texts}
      fields={useFields()}
      list={PEOPLE}
      input={input}
      read={client.people}
      columns={useColumns({ open: setOpened, setRole: setNewRole })}
      sorts={[
        { title: texts.changedAt, sort: 'updatetime' },
        { title: texts.displayName, sort: 'display_name' },
      ]}
      keyOf={({ id }) => id}
      open={setOpened}
      filtering={filtering}
    >
      {opened && (
        <PersonDialog
          person={opened}
          close={() => setOpened(undefined)}
          endSessions={() => {
            setEnding(opened)
            setOpened(undefined)
          }}
        />
      )}
      <ChangeRole input={newRole} close={() => setNewRole(undefined)} />
      <EndSessions person={ending} close={() => setEnding(undefined)} />
    </ListPage>
  )
}

/** Who is listed: by name or address, role, and as the artists' call has it. */
function useFields() {
  const { common, texts } = usePage('accounts')
  const all = { value: '', label: common.all }
  const answers = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ]
  return [
    { name: 'search', type: 'search' as const, label: common.search, maxLength: 100 },
    { name: 'role', label: texts.role, options: [all, ...optionsOf(USER_ROLES, texts)] },
    { name: 'freelance', label: texts.freelance, options: [all, ...answers] },
    { name: 'rating', label: texts.rating, options: [all, ...CHOSEN_RATING_OPTIONS] },
  ]
}

type Acts = { open: (person: Person) => void; setRole: (input: NewRole) => void }

function useColumns({ open, setRole }: Acts): Column<Person>[] {
  const { common, texts, fill } = usePage('accounts')
  const email = ({ email, state }: Person) => (
    <>
      {email && <bdi>{email}</bdi>}
      {state === 'unconfirmed' && <StateBadge ml="xs">{texts.unconfirmed}</StateBadge>}
    </>
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
    { title: texts.role, cell: (person) => <RoleSelect person={person} setRole={setRole} />, width: '150px' },
    { title: texts.since, cell: since, width: '190px', sort: 'jointime' },
    { title: common.actions, cell: actions, width: '110px' },
  ]
}

function PersonName({ person: { username, display_name, is_verified } }: { person: Person }) {
  const { texts } = usePage('accounts')
  return (
    <>
      <bdi>{display_name || username}</bdi>{' '}
      {is_verified && (
        <Badge variant="light" tt="none">
          {texts.verified}
        </Badge>
      )}
      <br />
      <bdi className="admin-soft">@{username}</bdi>
    </>
  )
}

function RoleSelect({ person, setRole }: Pick<Acts, 'setRole'> & { person: Person }) {
  const { texts, fill } = usePage('accounts')
  return (
    <NativeSelect
      size="xs"
      aria-label={fill(texts.roleOf, { name: person.username })}
      value={person.role}
      data={optionsOf(USER_ROLES, texts)}
      onChange={({ currentTarget: { value } }) => {
        const role = oneOf(USER_ROLES, value)
        if (role) setRole({ person, role })
      }}
    />
  )
}

function ChangeRole({ input, close }: { input: NewRole | undefined; close: () => void }) {
  const { texts, fill } = usePage('accounts')
  const change = useChange({
    list: PEOPLE,
    write: ({ person, role }: NewRole) => client.setRole({ id: person.id, role, was: person.role }),
    message: ({ person, role }) => fill(texts.changeDone, { name: person.username, role: texts[role] }),
    // The last one there may be is the last of staff.
    failure: (error) => (isConflict(error) && input?.person.role === 'staff' ? texts.last : undefined),
    done: close,
  })
  const name = input?.person.username ?? ''
  return (
    <ConfirmDialog
      input={input}
      change={change}
      close={close}
      title={fill(texts.changeTitle, { name, role: input ? texts[input.role] : '' })}
      go={texts.change}
    >
      {texts.changeText}
    </ConfirmDialog>
  )
}

function EndSessions({ person, close }: { person: Person | undefined; close: () => void }) {
  const { texts, fill } = usePage('accounts')
  const end = useChange({
    list: PEOPLE,
    write: ({ id }: Person) => client.endPersonSessions({ id }),
    message: ({ username }) => fill(texts.ended, { name: username }),
    done: close,
  })
  const name = person?.username ?? ''
  return (
    <ConfirmDialog
      input={person}
      change={end}
      close={close}
      title={fill(texts.endTitle, { name })}
      go={texts.endSessions}
      danger
    >
      {fill(texts.endText, { name })}
    </ConfirmDialog>
  )
}
