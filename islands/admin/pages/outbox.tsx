import { Badge, Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import type { MailSchema } from '../../../shared/schema/own/people.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'

type Row = v.InferOutput<typeof MailSchema>

const FILTERS = { order: 'desc', page: '1' }

/** `/admin/outbox`: the mails, so that the flow of links works without a mail service. */
export default function OutboxPage() {
  const { common, outbox: texts } = useAdmin().texts
  const { filters, change } = useFilters(FILTERS)
  const sorting = timeSorting(filters.order, change)
  const [mail, setMail] = useState<Row>()
  const columns: Column<Row>[] = [
    { title: common.when, cell: ({ created_at }) => <When at={created_at} />, width: '190px', sort: BY_TIME },
    { title: texts.to, cell: ({ to }) => <bdi>{to}</bdi> },
    { title: texts.subject, cell: ({ subject }) => <bdi>{subject}</bdi>, width: '36%' },
    {
      title: texts.sent,
      cell: ({ sent_at }) =>
        sent_at ? (
          <When at={sent_at} />
        ) : (
          <Badge variant="light" color="gray" tt="none">
            {texts.waiting}
          </Badge>
        ),
    },
    {
      title: common.actions,
      end: true,
      cell: (row) => (
        <Button variant="default" size="xs" onClick={() => setMail(row)}>
          {texts.open}
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      <search className="admin-filters">
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <List
        of={['outbox', sorting.order]}
        read={(page, signal) => client.outbox({ ...page, order: sorting.order }, { signal })}
        columns={columns}
        keyOf={({ id }) => id}
        open={setMail}
        label={texts.title}
        empty={texts.empty}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      <Modal opened={mail !== undefined} onClose={() => setMail(undefined)} title={mail?.subject} size="lg">
        <p className="admin-soft">
          {texts.to} <bdi>{mail?.to}</bdi>
        </p>
        <pre className="admin-mail">{mail?.text}</pre>
      </Modal>
    </>
  )
}
