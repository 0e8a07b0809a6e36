import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ownSiteCalls, siteCalls } from '../../../shared/calls/catalogue.ts'
import { workerCalls } from '../../../shared/calls/worker.ts'
import { ApiError } from '../../../shared/client/response.ts'
import { UpstreamError } from '../../../shared/errors.ts'
import { createPageClient } from '../../dom/page-client.ts'
import { useAdmin, useSay } from '../admin.tsx'

/** The calls of the site and of this Worker, by the session of who looks at the page. */
export const client = createPageClient({ ...siteCalls, ...ownSiteCalls, ...workerCalls })

/** A read of a page. @param queryKey its list first: a change of that reads it again; null is a response without a body */
export const useRead = <Input, Output>(
  queryKey: readonly [list: string, ...rest: unknown[]],
  call: (input: Input, reading: { signal: AbortSignal }) => Promise<Output | undefined>,
  input: Input,
  options: { staleTime?: number; enabled?: boolean } = {},
) =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(input, { signal })) ?? null,
    ...options,
  })

type Change<Input> = {
  /** The list that shows it: it is read again, after a failure too. */
  list: string
  write: (input: Input) => Promise<unknown>
  /** The message that is shown then. */
  message: (input: Input) => string
  /** The input of the write that takes it back. */
  undo?: (input: Input) => Input
  /** The message for a failure that this write alone knows; undefined for the usual one. */
  failure?: (error: unknown) => string | undefined
  done?: () => void
}

/** A write of a page: it tells what has happened, shows the list as it is now, and offers the way back. */
export function useChange<Input>({ list, write, message, undo, failure, done }: Change<Input>) {
  const say = useSay()
  const { common } = useAdmin().texts
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: write,
    onSuccess(_, input) {
      say({ text: message(input), ...(undo && { undo: () => change.mutate(undo(input)) }) })
      done?.()
    },
    onError(error) {
      say({ text: failure?.(error) ?? failureText(error, common), isFailure: true })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [list] }),
  })
  return change
}

type Common = ReturnType<typeof useAdmin>['texts']['common']

const BY_STATUS: Readonly<Record<number, keyof Common>> = {
  401: 'signedOut',
  403: 'notAllowed',
  409: 'conflict',
}

/** The status of a call's response; undefined for another error, 0 without a connection. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof UpstreamError ? error.status : undefined

/** The message for a write that has failed. A message of a call is for programs, and in English. */
export function failureText(error: unknown, texts: Common): string {
  if (!(error instanceof UpstreamError)) return texts.failedSave
  if (!error.status) return texts.offline
  return texts[BY_STATUS[error.status] ?? 'failedSave']
}

/** The message for a write that has failed, by its status; undefined for the usual one. */
export const byStatus =
  (messages: Readonly<Record<number, string>>) =>
  (error: unknown): string | undefined =>
    messages[statusOf(error) ?? 0]

/** Whether a write was refused as something else is there now. */
export const isConflict = (error: unknown): boolean => statusOf(error) === 409

/** Whether a call of our own site says that this field of the request is the reason. */
export function isAbout(error: unknown, field: string): boolean {
  if (!(error instanceof ApiError)) return false
  const body = error.details as { error?: { detail?: object } } | null
  return field in (body?.error?.detail ?? {})
}
