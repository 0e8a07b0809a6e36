import { Button, Group, Modal, Notification, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { ApiError } from '../../../shared/client/response.ts'
import { UpstreamError } from '../../../shared/errors.ts'
import { useAdmin } from '../admin.ts'
import { type Field, Fields, type Form, submitOf } from './form.tsx'
import { usePageKeys } from './use-page-keys.ts'

/** What has happened. `undo` puts it back; a failure stays until it is closed. */
type Message = { text: string; undo?: () => void; isFailure?: boolean }

/** How long a message stays, in ms: an undo is read and pressed in that time (WCAG 2.2.1 asks for 20 s at least). */
const STAY_MS = 20_000

type Say = (message: Message) => void
const SayContext = createContext<Say>(() => {})

/** Tells what has happened, at the foot of the page and to screen readers. */
export const useSay = (): Say => use(SayContext)

/** Holds the last message; U undoes what it tells. */
export function Messages({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message>()
  const close = () => setMessage(undefined)
  const undo = () => {
    if (!message?.undo) return
    message.undo()
    close()
  }
  usePageKeys(message?.undo ? [['u', undo]] : [])
  return (
    <SayContext value={setMessage}>
      {children}
      <div className="admin-messages" role="status">
        {message && <Shown key={message.text} message={message} undo={undo} close={close} />}
      </div>
    </SayContext>
  )
}

type ShownProps = { message: Message; undo: () => void; close: () => void }

function Shown({ message: { text, undo: canUndo, isFailure = false }, undo, close }: ShownProps) {
  const { common } = useAdmin().texts
  useEffect(() => {
    if (isFailure) return
    const timer = setTimeout(close, STAY_MS)
    return () => clearTimeout(timer)
  }, [close, isFailure])
  return (
    <Notification
      color={isFailure ? 'red' : 'violet'}
      role={isFailure ? 'alert' : undefined}
      withBorder
      onClose={close}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {text}
      {canUndo && (
        <Button variant="subtle" size="compact-sm" ml="xs" onClick={undo} aria-keyshortcuts="u">
          {common.undo}
        </Button>
      )}
    </Notification>
  )
}

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

type FormDialogProps = {
  isOpen?: boolean
  close: () => void
  title: string
  /** What the dialog says, above its fields. */
  children?: ReactNode
  /** Its fields, and their values. */
  form?: Form
  fields?: readonly Field[]
  /** What follows the fields. */
  after?: ReactNode
  /** The button that does it; `danger` for what cannot be undone. */
  go: string
  danger?: boolean
  isBusy?: boolean
  /** Called when no field has a problem. */
  submit: () => void
}

/** A dialog with a form: what will happen, its fields, and the two ways out. */
export function FormDialog({
  isOpen = true,
  close,
  title,
  children,
  form,
  fields = [],
  after,
  ...send
}: FormDialogProps) {
  const { common } = useAdmin().texts
  const { go, danger = false, isBusy = false, submit } = send
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <form onSubmit={submitOf({ form, fields, isBusy, submit })} noValidate>
        {form ? (
          <Stack>
            {children}
            <Fields form={form} fields={fields} />
            {after}
          </Stack>
        ) : (
          children
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'violet'} loading={isBusy}>
            {go}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

type ConfirmDialogProps<Input> = Omit<FormDialogProps, 'isOpen' | 'isBusy' | 'submit'> & {
  /** What the change would be made with; undefined while nothing is asked. */
  input: Input | undefined
  change: { isPending: boolean; mutate: (input: Input) => void }
}

/** Asks before a change is made. */
export const ConfirmDialog = <Input,>({ input, change, ...dialog }: ConfirmDialogProps<Input>) => (
  <FormDialog
    {...dialog}
    isOpen={input !== undefined}
    isBusy={change.isPending}
    submit={() => input !== undefined && change.mutate(input)}
  />
)

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
