import { Badge, Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { UpstreamError } from '../../../shared/errors.ts'
import { CHOSEN_RATINGS, USER_ROLES, type UserRole } from '../../../shared/schema/choices.ts'
import { PEOPLE_SORTS } from '../../../shared/schema/own/people.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { FILTERS, PeopleFilters } from '../accounts/filters.tsx'
import { isRole, PEOPLE, type Person } from '../accounts/person.ts'
import { PersonDialog } from '../accounts/person-dialog.tsx'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { sortingOf } from '../parts/sorting.ts'
import { useChange } from '../parts/use-change.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 250

/** What is asked before it is done. */
type Asked = { person: Person; role: UserRole } | { person: Person; ends: true }

/** `/admin/accounts`: who has an account, found as the artists' call finds them; their profile, role and sessions. */
export default function AccountsPage() {
  const { common, accounts: texts } = useAdmin().texts
  const { filters, change, type, isFiltered, clear } = useFilters(FILTERS)
  const [search] = useDebouncedValue(filters.search.trim(), TYPED_MS)
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState<Person>()
  const { role, freelance, rating } = filters
  const sort = PEOPLE_SORTS.find((each) => each === filters.sort) ?? 'jointime'
  const sorting = sortingOf(sort, filters.order, change)
  const { order } = sorting
  const input = {
    ...(search && { search }),
    ...(isRole(role) && { role }),
    ...(freelance && { freelance: freelance === 'true' }),
    ...(CHOSEN_RATINGS.some((each) => each === rating) && {
      rating: rating as (typeof CHOSEN_RATINGS)[number],
    }),
    sort,
    order,
  }
  const done = () => setAsked(undefined)
  const setRole = useChange({
    of: PEOPLE,
    write: ({ person, role }: { person: Person; role: UserRole }) =>
      client.setRole({ id: person.id, role, was: person.role }),
    said: ({ person, role }) => interpolate(texts.changeDone, { name: person.username, role: texts[role] }),
    // Only of staff may somebody be the last.
    failed: (error) =>
      error instanceof UpstreamError && error.status === 409 && asked?.person.role === 'staff'
        ? texts.last
        : undefined,
    done,
  })
  const end = useChange({
    of: PEOPLE,
    write: ({ id }: Person) => client.endPersonSessions({ id }),
    said: ({ username }) => interpolate(texts.ended, { name: username }),
    done,
  })
  const roles = USER_ROLES.map((value) => ({ value, label: texts[value] }))
  const columns: Column<Person>[] = [
    {
      title: texts.name,
      cell: ({ username, display_name, is_verified }) => (
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
      ),
      width: '26%',
      sort: 'username',
    },
    {
      title: texts.email,
      cell: ({ email, state }) => (
        <>
          {email && <bdi>{email}</bdi>}
          {state === 'unconfirmed' && (
            <Badge variant="light" color="gray" tt="none" ml="xs">
              {texts.unconfirmed}
            </Badge>
          )}
        </>
      ),
    },
    {
      title: texts.role,
      cell: (person) => (
        <NativeSelect
          size="xs"
          aria-label={interpolate(texts.roleOf, { name: person.username })}
          value={person.role}
          data={roles}
          onChange={({ currentTarget: { value } }) => isRole(value) && setAsked({ person, role: value })}
        />
      ),
      width: '150px',
    },
    {
      title: texts.since,
      cell: ({ created_at }) => <When at={created_at} />,
      width: '190px',
      sort: 'jointime',
    },
    {
      title: common.actions,
      cell: (person) => (
        <Button
          variant="default"
          size="xs"
          aria-label={interpolate(texts.profileOf, { name: person.username })}
          onClick={() => setOpened(person)}
        >
          {texts.open}
        </Button>
      ),
      width: '110px',
    },
  ]
  const sorts = [
    ...columns,
    { title: texts.changedAt, sort: 'updatetime' },
    { title: texts.displayName, sort: 'display_name' },
  ]
  const isEnd = asked !== undefined && 'ends' in asked
  const name = asked?.person.username ?? ''
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search className="admin-filters">
        <PeopleFilters filters={filters} change={change} type={type} />
        <SortSelect sorting={sorting} columns={sorts} />
      </search>
      <List
        of={[PEOPLE, input]}
        read={(page, signal) => client.people({ ...page, ...input }, { signal })}
        columns={columns}
        keyOf={({ id }) => id}
        open={setOpened}
        label={texts.title}
        empty={texts.empty}
        isFiltered={isFiltered}
        clear={clear}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      {opened && (
        <PersonDialog
          person={opened}
          close={() => setOpened(undefined)}
          endSessions={() => {
            setAsked({ person: opened, ends: true })
            setOpened(undefined)
          }}
        />
      )}
      <Ask
        isOpen={asked !== undefined}
        close={done}
        title={interpolate(isEnd ? texts.endTitle : texts.changeTitle, {
          name,
          role: asked && 'role' in asked ? texts[asked.role] : '',
        })}
        go={isEnd ? texts.endSessions : texts.change}
        danger={isEnd}
        isBusy={setRole.isPending || end.isPending}
        submit={() => asked && ('role' in asked ? setRole.mutate(asked) : end.mutate(asked.person))}
      >
        {isEnd ? interpolate(texts.endText, { name }) : texts.changeText}
      </Ask>
    </>
  )
}
