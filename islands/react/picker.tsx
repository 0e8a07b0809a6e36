import { useEffect, useId, useRef } from 'react'
import { own } from '../../shared/own.ts'
import { ELEMENT_OPTIONS, QUERY_NAMES } from '../../shared/widgets/element-options.data.ts'
import { SOURCE } from '../host/protocol.ts'
import type { PickerComponent, PickerProps } from './props.ts'

/** The height of the frame where none is given, in CSS pixels: as that of `<loop-picker>`. */
const HEIGHT_PX = 440

/** The picker, framed from the page's Loopframe: search, storage and what is counted are that page's. */
export const Picker: PickerComponent = (props) => {
  const { host, title = 'GIF', width = '100%', height = HEIGHT_PX, className } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const id = useId()
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const receive = ({ data, origin, source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== new URL(host).origin) return
      if (data?.source !== SOURCE || data.id !== id) return
      if (data.type === 'pick') latest.current.onPick(data.gif)
      if (data.type === 'close') latest.current.onClose?.()
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [host, id])
  return (
    <iframe
      ref={frame}
      className={className}
      src={addressOf(props, id)}
      title={title}
      allow="autoplay; clipboard-write"
      referrerPolicy="strict-origin-when-cross-origin"
      style={{ width, height, border: 0 }}
    />
  )
}

function addressOf(props: PickerProps, id: string): string {
  const url = new URL('/widgets/picker', props.host)
  const given = new Map(Object.entries(props))
  for (const attribute of ELEMENT_OPTIONS.picker) {
    const option = own(QUERY_NAMES, attribute) ?? attribute
    const value = given.get(option)
    if (value !== undefined && value !== null) url.searchParams.set(option, String(value))
  }
  url.searchParams.set('id', id)
  return url.href
}
