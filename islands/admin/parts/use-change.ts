import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../admin-context.ts'
import { failureText } from './failure-text.ts'
import { useSay } from './messages.tsx'

type Change<Input> = {
  /** The list that shows it: it is read anew, after a failure too. */
  of: string
  write: (input: Input) => Promise<unknown>
  /** What is said then, and the write that puts it back. */
  said: (input: Input) => string
  undo?: (input: Input) => Input
  /** Said in the place of the usual words, for a failure that this write alone knows. */
  failed?: (error: unknown) => string | undefined
  done?: () => void
}

/** A write of a page: it says what has happened, shows the list as it is now, and offers the way back. */
export function useChange<Input>({ of, write, said, undo, failed, done }: Change<Input>) {
  const say = useSay()
  const { common } = useAdmin().texts
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: write,
    onSuccess(_, input) {
      say({ text: said(input), ...(undo && { undo: () => change.mutate(undo(input)) }) })
      done?.()
    },
    onError(error) {
      say({ text: failed?.(error) ?? failureText(error, common), isFailure: true })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [of] }),
  })
  return change
}
