import { Button } from '@mantine/core'
import { useState } from 'react'
import { isOldId, REDIRECT_SOURCES, type RedirectSource } from '../../../shared/schema/own/redirects.ts'
import { client, useChange, usePage } from '../admin.tsx'
import { useActs } from '../listings/acts.ts'
import { ending, RedirectRefused, redirecting } from '../listings/redirects.ts'
import { ItemLink, RowButton } from '../parts/elements.tsx'
import { type AdminField, ChangeDialog, useForm } from '../parts/form.tsx'
import { gifIdsOf } from '../parts/items.tsx'
import { OneItem } from '../parts/items-order.tsx'
import { ListPage, type RowOf, timeColumn } from '../parts/list.tsx'

type Row = RowOf<typeof client.redirects>

const REDIRECTS = 'redirects'

const FILTERS = { source: ['', ...REDIRECT_SOURCES], gif: '' } as const

/** Whose ids they are; the names of services are the same in all languages. */
const useSources = () => {
  const { texts } = usePage('redirects')
  const names: Record<RedirectSource, string> = {
    giphy: 'GIPHY',
    tenor: 'Tenor',
    klipy: 'KLIPY',
    own: texts.own,
  }
  return { names, options: REDIRECT_SOURCES.map((value) => ({ value, label: names[value] })) }
}

/** How a redirect was refused, in words. */
function useRefusal() {
  const { texts } = usePage('redirects')
  const said = { taken: texts.taken, 'no-item': texts.noItem, full: texts.full }
  return (error: unknown) => (error instanceof RedirectRefused ? said[error.state] : undefined)
}

/** `/admin/redirects`: ids that items had elsewhere or before, and where they lead. */
export default function RedirectsPage() {
  const { common, texts, fill } = usePage('redirects')
  const [isAdding, setAdding] = useState(false)
  const { names, options } = useSources()
  const change = useChange(useActs(REDIRECTS, useRefusal()))
  const remove = ({ source, old_id, gif }: Row) =>
    change.mutate(ending({ source, old_id, to: gif }, fill(texts.removed, { id: old_id })))
  return (
    <ListPage
      page="redirects"
      action={<Button onClick={() => setAdding(true)}>{texts.add}</Button>}
      filters={FILTERS}
      fields={[
        { name: 'gif', type: 'search', label: texts.gifId, maxLength: 64 },
        { name: 'source', label: texts.source, options: [{ value: '', label: common.all }, ...options] },
      ]}
      read={client.redirects}
      columns={[
        { title: texts.source, cell: ({ source }) => names[source], width: '120px' },
        { title: texts.oldId, cell: ({ old_id }) => <code>{old_id}</code>, width: '30%' },
        { title: texts.leadsTo, cell: ({ gif }) => <ItemLink id={gif} />, width: '30%' },
        timeColumn(common.when, ({ created_at }: Row) => created_at),
        {
          title: common.actions,
          end: true,
          cell: (row) => <RowButton text={common.delete} name={row.old_id} press={() => remove(row)} />,
        },
      ]}
    >
      {isAdding && <NewRedirect close={() => setAdding(false)} />}
    </ListPage>
  )
}

function NewRedirect({ close }: { close: () => void }) {
  const { texts, fill } = usePage('redirects')
  const { options } = useSources()
  const form = useForm<{ source: RedirectSource; id: string; to: string }>({ source: 'own', id: '', to: '' })
  const { source } = form.values
  const old_id = form.values.id.trim()
  const { ids, wrong } = gifIdsOf(form.values.to)
  const [to] = ids
  const fields: AdminField[] = [
    { name: 'source', label: texts.source, options },
    {
      name: 'id',
      label: texts.oldId,
      maxLength: 120,
      problem: !isOldId(old_id) && texts.idWrong,
      isFirst: true,
    },
    {
      name: 'to',
      label: texts.leadsTo,
      description: texts.toHint,
      problem: (wrong.length > 0 || !to) && texts.toWrong,
    },
  ]
  return (
    <ChangeDialog
      {...useActs(REDIRECTS, useRefusal())}
      input={redirecting({ source, old_id, to: to ?? '' }, fill(texts.added, { id: old_id }))}
      close={close}
      title={texts.add}
      form={form}
      fields={fields}
      after={<OneItem id={to ?? ''} take={(chosen) => form.set({ to: chosen })} />}
      go={texts.add}
    />
  )
}
