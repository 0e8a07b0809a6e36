import { useAdmin } from '../admin.tsx'
import type { AdminField } from './form.tsx'
import { gifIdsOf, linesText } from './items.tsx'
import { ChooseItems } from './pick-items.tsx'

type ItemsForm = { values: { items: string }; set: (changed: { items: string }) => void }

/**
 * The field `items` of a form: GIFs, one a line, typed, pasted, or chosen from the library.
 * @param keepsWrong whether the form goes on with the right lines, and leaves the `wrong` ones in the field
 */
export function useItemsField({ values, set }: ItemsForm, label: string, keepsWrong = false) {
  const { texts, fill } = useAdmin()
  const { itemsWrong, itemsNeeded, itemsHint } = texts.takedowns
  const { ids, wrong } = gifIdsOf(values.items)
  const isWrong = wrong.length > 0 && (!keepsWrong || ids.length === 0)
  const problem = isWrong ? fill(itemsWrong, { lines: linesText(wrong) }) : ids.length === 0 && itemsNeeded
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
  return { field, ids, wrong }
}
