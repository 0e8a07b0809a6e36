import { UpstreamError } from '../../../shared/errors.ts'
import { type Change, useAdmin, useChange, useRead } from '../admin.tsx'

type WholeChange<List> = { from: List; to: List; said: string }

type Props<List> = {
  /** Its name, by which it is read again. */
  list: string
  read: (input: object, reading?: { signal: AbortSignal }) => Promise<List | undefined>
  put: (list: List) => Promise<unknown>
  /** Whether nothing that is written differs. */
  isSame: (one: List, other: List) => boolean
  failure?: Change<WholeChange<List>>['failure']
}

/**
 * A list that is written as a whole, each change at once. What others have changed since it was seen is not overwritten.
 * @returns the list as it will be, its read, and `change`, which takes what it becomes, what is said then, and what is done then
 */
export function useWholeList<List>({ list, read, put, isSame, failure }: Props<List>) {
  const { common } = useAdmin().texts
  const { data, error, refetch } = useRead([list], read, {})
  const change = useChange({
    list,
    isInTurn: true,
    async write({ from, to }: WholeChange<List>) {
      const now = await read({})
      if (!now || !isSame(now, from))
        throw new UpstreamError('The list is another one by now', { status: 409 })
      await put(to)
    },
    message: ({ said }) => said,
    undo: ({ from, to }) => ({ from: to, to: from, said: common.undone }),
    failure,
  })
  const shown = change.isPending ? change.variables.to : data
  return {
    shown,
    error,
    refetch,
    change(to: List, said: string, done: () => void = () => {}) {
      if (shown && !isSame(shown, to)) change.mutate({ from: shown, to, said }, { onSuccess: done })
      else done()
    },
  }
}
