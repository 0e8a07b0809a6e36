import { NativeSelect, TextInput } from '@mantine/core'
import { CHOSEN_RATINGS, USER_ROLES } from '../../../shared/schema/choices.ts'
import { useAdmin } from '../admin-context.ts'

/** The list's filters with what each is where nobody has chosen. */
export const FILTERS = {
  search: '',
  role: '',
  freelance: '',
  rating: '',
  sort: 'jointime',
  order: 'desc',
  page: '1',
}
type Filters = typeof FILTERS

type Change = (changed: Partial<Filters>) => void
type Props = { filters: Filters; change: Change; type: Change }

/** Who is listed: by name or address, role, and as the artists' call has it. */
export function PeopleFilters({ filters, change, type }: Props) {
  const { common, accounts: texts } = useAdmin().texts
  const all = { value: '', label: common.all }
  const selects = [
    { name: 'role', label: texts.role, options: USER_ROLES.map((value) => ({ value, label: texts[value] })) },
    {
      name: 'freelance',
      label: texts.freelance,
      options: [
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ],
    },
    {
      name: 'rating',
      label: texts.rating,
      options: CHOSEN_RATINGS.map((value) => ({ value, label: value.toUpperCase() })),
    },
  ] as const
  return (
    <>
      <TextInput
        type="search"
        label={common.search}
        value={filters.search}
        maxLength={100}
        onChange={({ currentTarget }) => type({ search: currentTarget.value })}
      />
      {selects.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          label={label}
          value={filters[name]}
          data={[all, ...options]}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
    </>
  )
}
