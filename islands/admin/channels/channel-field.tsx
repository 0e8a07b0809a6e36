import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../admin.tsx'
import type { AdminField } from '../parts/form.tsx'
import { below, found } from './channels.ts'
import { ROOT_CHANNEL } from './tree-rows.ts'

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 250

/**
 * The fields `find` and `channel` of a form: a channel among those that were found by words, all root channels at first.
 * @param isNeeded whether the form wants one
 */
export function useChannelField(
  { values: { find, channel } }: { values: { find: string; channel: string } },
  isNeeded: boolean,
): AdminField[] {
  const { all, common, texts } = usePage('channels')
  const [words] = useDebouncedValue(find.trim(), TYPED_MS)
  const { data = [] } = useQuery(words ? found(words) : below(ROOT_CHANNEL))
  const options = data.map(({ id, display_name, user }) => ({
    value: String(id),
    label: user ? `${display_name} (@${user.username})` : display_name,
  }))
  // What was chosen stays while other words are typed.
  const kept = channel && !options.some(({ value }) => value === channel) ? [channel] : []
  return [
    { name: 'find', type: 'search', label: all.library.findChannel, maxLength: 100, isFirst: isNeeded },
    {
      name: 'channel',
      label: texts.target,
      options: [{ value: '', label: isNeeded ? '–' : all.library.keep }, ...kept, ...options],
      problem: isNeeded && !channel && common.choose,
    },
  ]
}
