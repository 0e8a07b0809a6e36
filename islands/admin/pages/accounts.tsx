import { Badge, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CHOSEN_RATINGS, USER_ROLES, type UserRole } from '../../../shared/schema/choices.ts'
import { PEOPLE_SORTS } from '../../../shared/schema/own/people.ts'
import { client, isConflict, usePage } from '../admin.tsx'
import { SmallButton, StateBadge, When } from '../parts/elements.tsx'
import { CHOSEN_RATING_OPTIONS, ChangeDialog, type Field, optionsOf } from '../parts/form.tsx'
import { type Column, ListPage } from '../parts/list.tsx'
import { type Person, PersonDialog } from './accounts-person.tsx'

/** A change of a person's role. */
type NewRole = { person: Person; role: UserRole }

const FILTERS = {
  search: '',
  role: ['', ...USER_ROLES],
  freelance: ['', 'true', 'false'],
  rating: ['', ...CHOSEN_RATINGS],
  sort: PEOPLE_SORTS,
} as const

/** `/admin/accounts`: who has an account, found as the artists' call finds them; their profile, role and sessions. */
export default function AccountsPage() {
  const { texts } = usePage('accounts')
  const [opened, setOpened] = useState<Person>()
  const [newRole, setNewRole] = useState<NewRole>()
  const [ending, setEnding] = useState<Person>()
  return (
    <ListPage
      page="accounts"
      filters={FILTERS}
      fields={useFields()}
      read={({ freelance, ...asked }, reading) =>
        client.people({ ...asked, ...(freelance && { freelance: freelance === 'true' }) }, reading)
      }
      columns={useColumns(setOpened, setNewRole)}
      sorts={[
        { title: texts.changedAt, sort: 'updatetime' },
        { title: texts.displayName, sort: 'display_name' },
      ]}
      open={setOpened}
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
function useFields(): Field[] {
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

function useColumns(open: (person: Person) => void, setRole: (input: NewRole) => void): Column<Person>[] {
  const { common, texts, fill } = usePage('accounts')
  const name = ({ username, display_name, is_verified }: Person) => (
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
  const email = ({ email, state }: Person) => (
    <>
      {email && <bdi>{email}</bdi>}
      {state === 'unconfirmed' && <StateBadge ml="xs">{texts.unconfirmed}</StateBadge>}
    </>
  )
  const role = (person: Person) => (
    <NativeSelect
      size="xs"
      aria-label={fill(texts.roleOf, { name: person.username })}
      value={person.role}
      data={optionsOf(USER_ROLES, texts)}
      onChange={({ currentTarget: { selectedIndex } }) =>
        setRole({ person, role: USER_ROLES[selectedIndex] ?? person.role })
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
    { title: texts.name, cell: name, width: '26%', sort: 'username' },
    { title: texts.email, cell: email },
    { title: texts.role, cell: role, width: '150px' },
    { title: texts.since, cell: since, width: '190px', sort: 'jointime' },
    { title: common.actions, cell: actions, width: '110px' },
  ]
}

function ChangeRole({ input, close }: { input: NewRole | undefined; close: () => void }) {
  const { texts, fill } = usePage('accounts')
  return (
    <ChangeDialog
      list="accounts"
      input={input}
      write={({ person, role }) => client.setRole({ id: person.id, role, was: person.role })}
      message={({ person, role }) => fill(texts.changeDone, { name: person.username, role: texts[role] })}
      // The last one there may be is the last of staff.
      failure={(error) => (isConflict(error) && input?.person.role === 'staff' ? texts.last : undefined)}
      close={close}
      title={fill(texts.changeTitle, {
        name: input?.person.username ?? '',
        role: input ? texts[input.role] : '',
      })}
      go={texts.change}
    >
      {texts.changeText}
    </ChangeDialog>
  )
}

function EndSessions({ person, close }: { person: Person | undefined; close: () => void }) {
  const { texts, fill } = usePage('accounts')
  const name = person?.username ?? ''
  return (
    <ChangeDialog
      list="accounts"
      input={person}
      write={({ id }) => client.endPersonSessions({ id })}
      message={({ username }) => fill(texts.ended, { name: username })}
      close={close}
      title={fill(texts.endTitle, { name })}
      go={texts.endSessions}
      danger
    >
      {fill(texts.endText, { name })}
    </ChangeDialog>
  )
}
