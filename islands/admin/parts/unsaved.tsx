import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useAdmin, useGuard } from '../admin.tsx'
import { holdPlace } from '../place.ts'
import { useFocusBack } from './focus.ts'

type Mark = (form: string, isUnsaved: boolean) => void

/** Where the forms of a part of the page say that they hold what is not saved. */
const PartContext = createContext<Mark>(() => {})

/** Says that a form holds what is not saved: the part of the page around it asks before it is left. */
export function useUnsaved(isUnsaved: boolean): void {
  const mark = use(PartContext)
  const form = useId()
  useLayoutEffect(() => {
    mark(form, isUnsaved)
    return () => mark(form, false)
  }, [mark, form, isUnsaved])
}

/** The forms of a part that hold what is not saved. */
function useMarks(): [isUnsaved: boolean, mark: Mark] {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback<Mark>((form, isUnsaved) => {
    setForms((all) => {
      if (all.has(form) === isUnsaved) return all
      const others = [...all].filter((each) => each !== form)
      return new Set(isUnsaved ? [...others, form] : others)
    })
  }, [])
  return [forms.size > 0, mark]
}

/** Once every dialog has had the key that is pressed: Escape means the upper one alone. */
export const afterKey = (act: () => void) => void setTimeout(act)

/** Keys and presses that belong to a dialog above others (`ABOVE`) are not about those. */
const isBelow = (isAbove: boolean) => document.querySelectorAll('.admin-above').length > Number(isAbove)

/** A dialog that others may have opened: it lies above them, and below messages. */
export const ABOVE = { classNames: { content: 'admin-above' }, zIndex: 300 }

/**
 * A part of the page that may be left. @param isChanged whether it holds what is not saved, besides what its forms say;
 * `isAbove` of a dialog above others
 * @returns `leave` goes on at once, or asks; `around` is the part's content with the question
 */
export function useLeave(isChanged = false, isAbove = false) {
  const [isMarked, mark] = useMarks()
  const isUnsaved = isChanged || isMarked
  useUnsaved(isUnsaved)
  const [go, setGo] = useState<() => void>()
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  const leave = useCallback(
    (way: () => void) => {
      if (isBelow(isAbove)) return
      if (now.current) afterKey(() => setGo(() => way))
      else if (isAbove) afterKey(way)
      else way()
    },
    [isAbove],
  )
  const around = (content: ReactNode) => (
    <>
      <PartContext value={mark}>{content}</PartContext>
      <Question go={go} close={() => setGo(undefined)} />
    </>
  )
  return { isUnsaved, leave, around }
}

/** Whether what was typed shall be lost. */
function Question({ go, close }: { go: (() => void) | undefined; close: () => void }) {
  const { common } = useAdmin().texts
  const discard = () => {
    close()
    go?.()
  }
  return (
    <Modal opened={go !== undefined} onClose={() => afterKey(close)} title={common.discardTitle} {...ABOVE}>
      {common.unsaved}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={close}>
          {common.keepEditing}
        </Button>
        <Button color="red" onClick={discard}>
          {common.discard}
        </Button>
      </Group>
    </Modal>
  )
}

type FormModalProps = Omit<ModalProps, 'onClose' | 'children'> & {
  /** With what asks before it goes elsewhere. */
  children: ReactNode | ((leave: (way: () => void) => void) => ReactNode)
  /** Closes it without a question. */
  close: () => void
  /** Whether it holds what is not saved, besides what the forms in it say. */
  isChanged?: boolean | undefined
  /** Whether another dialog may have opened it. */
  isAbove?: boolean
}

/** A dialog with forms: Escape, its cross and a press next to it ask before they lose what was typed. */
export function FormModal({ close, isChanged = false, isAbove = false, children, ...modal }: FormModalProps) {
  const { leave, around } = useLeave(isChanged && modal.opened, isAbove)
  useFocusBack(modal.opened)
  return (
    <Modal {...modal} {...(isAbove && ABOVE)} onClose={() => leave(close)}>
      {around(typeof children === 'function' ? children(leave) : children)}
    </Modal>
  )
}

/** All of the page: a reload, a link, and the way back and forth ask too. */
export function UnsavedPage({ children }: { children: ReactNode }) {
  const { isUnsaved, leave, around } = useLeave()
  useGuard(isUnsaved)
  useEffect(() => (isUnsaved ? holdPlace(leave) : undefined), [isUnsaved, leave])
  return around(children)
}
