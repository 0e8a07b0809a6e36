import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import type { KeySchema } from '../../../shared/schema/own/people.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { dayText } from '../parts/when.tsx'

type Row = v.InferOutput<typeof KeySchema>

/** Requests of the days that are listed, and how many of them were refused. */
export const usageOf = ({ usage }: Pick<Row, 'usage'>) => ({
  requests: usage.reduce((sum, day) => sum + day.requests, 0),
  refused: usage.reduce((sum, day) => sum + day.refused, 0),
})

/** What was asked with a key: the sum, which opens the numbers of each day. */
export function Usage({ row }: { row: Row }) {
  const { language, texts: all } = useAdmin()
  const texts = all.keys
  const [isOpen, setOpen] = useState(false)
  const { requests, refused } = usageOf(row)
  const said = (count: number) => count.toLocaleString(language)
  const title = interpolate(texts.usageByDay, { name: row.name })
  if (requests === 0) return said(0)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${said(requests)}: ${title}`}
        onClick={() => setOpen(true)}
      >
        {said(requests)}
      </Button>
      {refused > 0 && <Text size="xs">{interpolate(texts.refused, { count: said(refused) })}</Text>}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title}>
        <div className="admin-numbers">
          <table>
            <thead>
              <tr>
                <th scope="col">{all.overview.day}</th>
                <th scope="col">{texts.requests}</th>
                <th scope="col">{texts.refusals}</th>
              </tr>
            </thead>
            <tbody>
              {row.usage.map(({ day, requests, refused }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day, language)}</th>
                  <td data-title={texts.requests}>{said(requests)}</td>
                  <td data-title={texts.refusals}>{said(refused)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Modal>
    </>
  )
}
