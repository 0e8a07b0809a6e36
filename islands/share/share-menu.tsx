import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { textsIn } from '../../shared/texts/texts.ts'
import { ShareDialog, type ShareMenuProps, type ShareModel } from './share-dialog.tsx'
import { ShareIcon } from './share-icons.tsx'

/** §2 The share menu: its button and, while open, its dialog. Desktop only. */
export default function ShareMenu(props: ShareMenuProps) {
  useSignals()
  const { id, lang, model } = props
  const button = useRef<HTMLButtonElement>(null)
  const open = useOpen(model)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Safari gives pressed buttons no focus, so the dialog alone would not know where to give it back.
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])

  return (
    <>
      <button
        ref={button}
        type="button"
        className="round share-button extra"
        aria-haspopup="dialog"
        aria-label={textsIn(lang).share}
        // Of an embed alone (`islands/embed/handle-keys.ts`).
        aria-keyshortcuts={id && 'S'}
        onClick={model.openShare}
      >
        <ShareIcon name="share" />
      </button>
      {open && <ShareDialog {...props} />}
    </>
  )
}

// A host may have opened it before this island woke; the server's markup, which it must match first, has no dialog.
function useOpen({ shareOpen }: ShareModel): boolean {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return live && shareOpen.value
}
