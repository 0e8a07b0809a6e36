import { useAdmin } from '../admin.tsx'
import type { AdminField } from './form.tsx'
import { gifIdsOf } from './items.tsx'
import { ChooseItems } from './pick-items.tsx'

type ItemsForm = { values: { items: string }; set: (changed: { items: string }) => void }

/** The field `items` of a form: GIFs, one a line, typed, pasted, or chosen from the library. */
export function useItemsField({ values, set }: ItemsForm, label: string) {
  const { texts, fill } = useAdmin()
  const { itemsWrong, itemsNeeded, itemsHint } = texts.takedowns
  const { ids, wrongLine } = gifIdsOf(values.items)
  const problem = wrongLine ? fill(itemsWrong, { line: wrongLine }) : ids.length === 0 && itemsNeeded
  const field: AdminField = {
    name: 'items',
    type: 'lines',
    label,
    description: itemsHint,
    rows: 4,
    problem,
    isFirst: true,
    after: <ChooseItems ids={ids} take={(chosen) => set({ items: chosen.join('\n') })} />,
  }
  return { field, ids }
}
