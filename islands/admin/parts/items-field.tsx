import { useAdmin } from '../admin.tsx'
import type { AdminField, useForm, Values } from './form.tsx'
import { gifIdsOf, linesText } from './items.tsx'
import { ChooseItems } from './pick-items.tsx'

/**
 * The field `items` of a form: GIFs, one a line, typed, pasted, or chosen from the library. The form goes on with the right lines;
 * `leave` then closes it, or keeps it with the lines that are left.
 */
export function useItemsField<V extends Values & { items: string }>(
  { values, set, settle }: Pick<ReturnType<typeof useForm<V>>, 'values' | 'set' | 'settle'>,
  label: string,
) {
  const { texts, fill } = useAdmin()
  const { itemsWrong, itemsNeeded, itemsHint } = texts.takedowns
  const { ids, wrong } = gifIdsOf(values.items)
  const problem =
    ids.length === 0 && (wrong.length > 0 ? fill(itemsWrong, { lines: linesText(wrong) }) : itemsNeeded)
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
  function leave(left: readonly string[], close: () => void) {
    if (left.length === 0) return close()
    const items = left.join('\n')
    set({ items })
    settle({ ...values, items })
  }
  return { field, ids, wrong, leave }
}
