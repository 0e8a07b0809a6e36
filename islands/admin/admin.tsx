import { Button, Notification } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { AdminPageName, AdminRole } from '../../shared/admin/admin-pages.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.data.ts'
import { interpolate, type Language } from '../../shared/texts/texts.ts'

type Admin = {
  texts: AdminTexts
  role: AdminRole
  language: Language
  /** Whether the site has more calls than those of §7. */
  hasOwnCalls: boolean
  /** Whether people sign in at `/login`. */
  hasSignIn: boolean
  /** Whether a change of a channel may say what was seen, and is refused where that has changed since. */
  checksSeenChannels: boolean
  /** Likewise a change of a story. */
  checksSeenStories: boolean
}

/** A time of the gateway as ISO 8601: it may be seconds since 1970 (§3). */
export const isoOf = (at: string): string =>
  /^\d+$/.test(at) ? new Date(Number(at) * 1000).toISOString() : at

/** What all parts of a staff page know. */
export const AdminContext = createContext<Admin | undefined>(undefined)

/**
 * What the page knows, and how it writes: `fill` puts values into a text, `numberOf` and `timeOf` are in its language.
 * @throws Error outside a staff page
 */
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

/**
 * The same for a part of one page.
 * @param name of the page, whose texts are `texts`; `common` are those that all pages share, `all` has each page's
 */
export function usePage<Name extends AdminPageName>(name: Name) {
  const { texts: all, ...admin } = useAdmin()
  return { ...admin, all, common: all.common, texts: all[name] }
}

/**
 * Keys of a page. They rest while a dialog is open, which hides what they would change, and where a part of the page has
 * taken the key already.
 */
export const usePageKeys = (keys: readonly (readonly [key: string, press: () => void])[]) =>
  useHotkeys(
    keys.map(([key, press]) => [
      key,
      (event) => {
        if (event.defaultPrevented || document.querySelector('[role=dialog]')) return
        event.preventDefault()
        press()
      },
      { preventDefault: false },
    ]),
  )

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
