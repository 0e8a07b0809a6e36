import { Badge, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import { UpstreamError } from '../../../shared/errors.ts'
import type { PersonSchema } from '../../../shared/schema/own-site.ts'
import { interpolate } from '../../../shared/texts/public/public-texts.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { useChange } from '../parts/use-change.ts'
import { useFilters } from '../parts/use-filters.ts'
import { When } from '../parts/when.tsx'

type Row = v.InferOutput<typeof PersonSchema>

const ROLES = ['user', 'artist', 'moderator', 'staff'] as const
type Role = (typeof ROLES)[number]
const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

const FILTERS = { search: '', role: '', page: '1' }

/** `/admin/accounts`: who has an account, found by name or address, and their role. */
export default function AccountsPage() {
  const { common, accounts: texts } = useAdmin().texts
  const { filters, change, isFiltered, clear } = useFilters(FILTERS)
  const [asked, setAsked] = useState<{ person: Row; role: Role }>()
  const { search, role } = filters
  const set = useChange({
    of: 'people',
    write: ({ person, role }: { person: Row; role: Role }) => client.setRole({ id: person.id, role }),
    said: ({ person, role }) => interpolate(texts.changeDone, { name: person.username, role: texts[role] }),
    failed: (error) => (error instanceof UpstreamError && error.status === 409 ? texts.last : undefined),
    done: () => setAsked(undefined),
  })
  const roles = ROLES.map((value) => ({ value, label: texts[value] }))
  const columns: Column<Row>[] = [
    {
      title: texts.name,
      cell: ({ username, display_name }) => (
        <>
          <bdi>{display_name || username}</bdi>
          <br />
          <bdi className="admin-soft">@{username}</bdi>
        </>
      ),
      width: '28%',
    },
    {
      title: texts.email,
      cell: ({ email, state }) => (
        <>
          <bdi>{email}</bdi>
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
    { title: texts.since, cell: ({ created_at }) => <When at={created_at} />, width: '190px' },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search className="admin-filters">
        <TextInput
          type="search"
          label={common.search}
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        />
        <NativeSelect
          label={texts.role}
          value={role}
          data={[{ value: '', label: common.all }, ...roles]}
          onChange={({ currentTarget }) => change({ role: currentTarget.value })}
        />
      </search>
      <List
        of={['people', search, role]}
        read={(page, signal) =>
          client.people(
            { ...page, ...(search.trim() && { search: search.trim() }), ...(isRole(role) && { role }) },
            { signal },
          )
        }
        columns={columns}
        keyOf={({ id }) => id}
        label={texts.title}
        empty={texts.empty}
        isFiltered={isFiltered}
        clear={clear}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      <Ask
        isOpen={asked !== undefined}
        close={() => setAsked(undefined)}
        title={interpolate(texts.changeTitle, {
          name: asked?.person.username ?? '',
          role: asked ? texts[asked.role] : '',
        })}
        go={texts.change}
        isBusy={set.isPending}
        submit={() => asked && set.mutate(asked)}
      >
        {texts.changeText}
      </Ask>
    </>
  )
}
