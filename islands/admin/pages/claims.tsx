import { useState } from 'react'
import { client, usePage } from '../admin.tsx'
import { ItemLink, SmallButton, When } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { optionsOf } from '../parts/form.tsx'
import { type Column, FilteredPage, type RowOf } from '../parts/list.tsx'
import { type CaseDetail, DecideCase } from './decide-case.tsx'

type Case = RowOf<typeof client.cases>
type Claim = CaseDetail['claims'][number]

const KINDS = ['claim', 'objection'] as const
const FILTERS = { kind: KINDS, page: '1' } as const

/** `/admin/claims`: what others claim about items, and what owners object to; the one that waits longest first. */
export default function ClaimsPage() {
  const { texts } = usePage('claims')
  const [open, setOpen] = useState<Case>()
  const options = optionsOf(KINDS, { claim: texts.title, objection: texts.objections })
  return (
    <FilteredPage
      page="claims"
      filtering={useFilters(FILTERS)}
      fields={[{ name: 'kind', label: texts.kind, options }]}
      read={client.cases}
      columns={useColumns(setOpen)}
      open={setOpen}
    >
      {open && <Decide key={open.id} row={open} close={() => setOpen(undefined)} />}
    </FilteredPage>
  )
}

function useColumns(open: (row: Case) => void): Column<Case>[] {
  const { all, common } = usePage('claims')
  return [
    { title: common.when, cell: ({ opened_at }) => opened_at && <When at={opened_at} /> },
    { title: all.reports.about, cell: (row) => <Item row={row} /> },
    { title: all.library.owner, cell: ({ item }) => <bdi>{item?.username}</bdi> },
    { title: all.reports.title, end: true, cell: ({ reports }) => reports },
    {
      title: common.actions,
      end: true,
      cell: (row) => <SmallButton onClick={() => open(row)}>{all.reports.decide}</SmallButton>,
    },
  ]
}

function Decide({ row, close }: { row: Case; close: () => void }) {
  const { all, common, texts, fill } = usePage('claims')
  return (
    <DecideCase
      page="claims"
      gif={row.id}
      title={<Item row={row} />}
      facts={(found) => (
        <>
          {found?.owner && <Owner owner={found.owner} />}
          {found?.claims.map((claim) => (
            <Words key={claim.id} claim={claim} />
          ))}
        </>
      )}
      message={(decision) =>
        decision ? fill(texts.done, { decision: all.moderation[decision] }) : common.undone
      }
      close={close}
    />
  )
}

/** What was taken down has no page and no picture any more. */
function Item({ row: { id, item } }: { row: Case }) {
  if (!item?.is_removed) return <ItemLink id={id} />
  return (
    <>
      <bdi>{item.title || id}</bdi> <code>{id}</code>
    </>
  )
}

/** Whose it is, and how many of that person's items were taken down before. */
function Owner({ owner: { username, items, removed } }: { owner: NonNullable<CaseDetail['owner']> }) {
  const { texts, fill, numberOf } = usePage('claims')
  const values = { who: username, items: numberOf(items), removed: numberOf(removed) }
  return <p className="admin-soft">{fill(texts.owner, values)}</p>
}

function Words({ claim: { kind, name, email, explanation, created_at } }: { claim: Claim }) {
  const { all, texts, timeOf } = usePage('claims')
  return (
    <figure className="admin-notice">
      <figcaption>
        {kind === 'copyright' ? all.reports.copyright : texts[kind]}
        <span className="admin-soft">
          {' · '}
          <bdi>{name}</bdi>
          {' · '}
          <bdi>{email}</bdi>
          {' · '}
          {timeOf(created_at)}
        </span>
      </figcaption>
      <bdi>{explanation}</bdi>
    </figure>
  )
}
