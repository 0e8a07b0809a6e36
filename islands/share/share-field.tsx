import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copyText } from '../dom/clipboard.ts'
import { ShareIcon } from './share-icons.tsx'

type ShareFieldProps = {
  id: string
  label: string
  value: string
  /** The Copy button's name; without one there is none. */
  copy: string | undefined
  copied: string
  onPress: () => void
  onCopy: () => void
  /** The browser does not let us copy after all. */
  onRefused: () => void
}

/** How long 'Copied' stands, ms. */
const COPIED_MS = 2000

/** §5 A share field: a text to take along, which selects itself on focus or click. */
export function ShareField({ id, label, value, copy, copied, onPress, onCopy, onRefused }: ShareFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [done])

  const copyIt = async () => {
    if (await copyText(value)) {
      setDone(true)
      onCopy()
    } else {
      // The button goes, so the focus needs a place; selected, the text is one keystroke from being copied.
      field.current?.focus()
      onRefused()
    }
  }
  return (
    <div className="share-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // A press within a selection would take it away after the click: the press is ours, then nothing does.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          currentTarget.select()
          onPress()
        }}
        onCopy={onCopy}
      />
      {copy && (
        <button type="button" className="share-round" onClick={copyIt}>
          <ShareIcon name={done ? 'check' : 'copy'} />
          <span className="name-of">{copy}</span>
        </button>
      )}
      {copy && <Copied>{done && copied}</Copied>}
    </div>
  )
}

/** Stands empty before it speaks: a live region that comes with its text stays unread. */
const Copied = ({ children }: { children: ReactNode }) => (
  <span className="share-copied" role="status">
    {children}
  </span>
)
