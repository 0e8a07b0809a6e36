import { Button, Notification } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useAdmin } from '../admin-context.ts'
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
