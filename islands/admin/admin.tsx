import { Button, Notification } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useEffect,
  useState,
} from 'react'
import type { AdminPageName, AdminRole } from '../../shared/admin/admin-pages.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { workerCalls } from '../../shared/calls/services.ts'
import { ApiError } from '../../shared/client/response.ts'
import { UpstreamError } from '../../shared/errors.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.data.ts'
import { interpolate, type Language } from '../../shared/texts/languages.ts'
import { fetchOwn } from '../dom/own-api.ts'
import { createPageClient } from '../dom/page-client.ts'
import { sendFresh, wantsPassword } from './fresh-sign-in.ts'

type Admin = {
  texts: AdminTexts
  role: AdminRole
  /** The pages that the navigation has. */
  pages: ReadonlySet<string>
  language: Language
  /** Whether the site is the embedded one: it has more calls than those of §7, a sign-in, and checks what was seen. */
  hasOwnCalls: boolean
  /** Whether the items are those of our library alone, which has a call for all of them. */
  hasOwnItems: boolean
  /** Whether a change of a story may say what was seen, and is refused where that has changed since. */
  checksSeenStories: boolean
}

/** A time of the gateway as ISO 8601: it may be seconds since 1970 (§3). */
export const isoOf = (at: string): string =>
  /^\d+$/.test(at) ? new Date(Number(at) * 1000).toISOString() : at

/** What all parts of a staff page know. */
export const AdminContext = createContext<Admin | undefined>(undefined)

/** What the page knows: `fill` puts values into a text, `numberOf` and `timeOf` are in its language. @throws Error elsewhere */
export function useAdmin() {
  const admin = use(AdminContext)
  if (!admin) throw new Error('There is no staff page around this')
  const { language } = admin
  return {
    ...admin,
    fill: interpolate,
    numberOf: (count: number): string => count.toLocaleString(language),
    timeOf: (at: string): string =>
      new Date(isoOf(at)).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
  }
}

/** The same for a part of one page. @param name whose `texts` they are; `common` are of all pages, `all` has each page's */
export function usePage<Name extends AdminPageName>(name: Name) {
  const { texts: all, ...admin } = useAdmin()
  return { ...admin, all, common: all.common, texts: all[name] }
}

/**
 * Keys of a page. They rest while held down, while a dialog hides what they change, and where a part took the key: a press that
 * returns false has not.
 */
export const usePageKeys = (keys: readonly (readonly [key: string, press: () => unknown])[]) =>
  useHotkeys(
    keys.map(([key, press]) => [
      key,
      (event) => {
        if (event.defaultPrevented || event.repeat || document.querySelector('[role=dialog]')) return
        if (press() !== false) event.preventDefault()
      },
      { preventDefault: false },
    ]),
  )

/** What has happened. `undo` puts it back; a failure stays until it is closed. */
type Message = { text: string; undo?: () => void; isFailure?: boolean }

/** How long a message stays, in ms: an undo is read and pressed in that time (WCAG 2.2.1 asks for 20 s at least). */
const STAY_MS = 20_000

type Say = Dispatch<SetStateAction<Message | undefined>>
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

/** The calls of the site and of this Worker, by the session of who looks at the page. */
export const client = createPageClient({ ...siteCalls, ...ownSiteCalls, ...workerCalls }, { send: sendFresh })

/** What visitors see, as the provider has it. */
export const provider = createPageClient(
  { gifs: providerCalls.gifs, search: providerCalls.search, trending: providerCalls.trending },
  { send: ({ url, signal }) => fetchOwn(url, { signal }) },
)

/** Reads a list again, by its name. */
export function useReread(): (list: string) => Promise<void> {
  const queries = useQueryClient()
  return (list) => queries.invalidateQueries({ queryKey: [list] })
}

/** Asks before the page is left while something would be lost with it. */
export const useGuard = (isLost: boolean) =>
  useWindowEvent('beforeunload', (event) => {
    if (isLost) event.preventDefault()
  })

/** A read of a page. @param queryKey its list first: a change of that reads it again; null is a response without a body */
export const useRead = <Input, Output>(
  queryKey: readonly [list: string, ...rest: unknown[]],
  call: (input: Input, reading: { signal: AbortSignal }) => Promise<Output | undefined>,
  input: Input,
  options: { staleTime?: number; gcTime?: number; enabled?: boolean } = {},
) =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(input, { signal })) ?? null,
    ...options,
  })

/** A write, and what is told of it. */
export type Change<Input> = {
  /** The list that shows it: it is read again, after a failure too. */
  list: string
  write: (input: Input) => Promise<unknown>
  /** The message that is shown then. */
  message: (input: Input) => string
  /** The input of the write that takes it back. */
  undo?: ((input: Input) => Input) | undefined
  /** The message for a failure that this write alone knows; undefined for the usual one. */
  failure?: ((error: unknown) => string | undefined) | undefined
  done?: ((input: Input) => unknown) | undefined
  /** Whether a change waits until the one before it is made. */
  isInTurn?: boolean
}

/** A write of a page: it tells what has happened, shows the list as it is now, and offers the way back. */
export function useChange<Input>(props: Change<Input>) {
  const { list, write, message, undo, failure, done, isInTurn = false } = props
  const say = useSay()
  const { common } = useAdmin().texts
  const reread = useReread()
  const change = useMutation({
    mutationFn: write,
    ...(isInTurn && { scope: { id: list } }),
    // Until this change is made, an undo would take back the one before it.
    onMutate: () => say((message) => (message?.isFailure ? message : undefined)),
    onSuccess(_, input) {
      say({ text: message(input), ...(undo && { undo: () => change.mutate(undo(input)) }) })
      done?.(input)
    },
    onError(error) {
      say({ text: failure?.(error) ?? failureText(error, common), isFailure: true })
    },
    onSettled: () => reread(list),
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
  if (error instanceof ApiError && wantsPassword(error.details)) return texts.passwordFirst
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
  return Object.hasOwn(body?.error?.detail ?? {}, field)
}
