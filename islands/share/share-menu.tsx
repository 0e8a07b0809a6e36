import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { ShareButton } from './share-button.tsx'
import { ShareDialog, type ShareMenuProps, type ShareModel } from './share-dialog.tsx'

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
      <ShareButton id={id} lang={lang} ref={button} onPress={model.openShare} />
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
