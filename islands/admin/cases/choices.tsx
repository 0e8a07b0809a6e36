import { Button, Kbd } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { own } from '../../../shared/own.ts'
import { usePage, usePageKeys } from '../admin.tsx'
import { DECISIONS } from '../shortcuts.tsx'
import { type CaseDetail, type Decision, mayDecide } from './case.ts'

type Props = {
  /** What is decided about; undefined while it, or what comes after it, is read. */
  found: CaseDetail | undefined
  /** How many were decided, the last of which can be taken back. */
  made: number
  /** The decision that was just taken back. */
  undone: string | undefined
  decide: (decision: Decision & { name: string }) => void
  undo: () => void
}

/** The second click of a double click was meant for what was there before it. */
const isAgain = ({ detail }: MouseEvent) => detail > 1

/** What decisions are called where they would leave an item as it is, or bring it back. */
function useOtherNames(found: CaseDetail | undefined): { [action in Decision['decision']]?: string } {
  const { all, texts } = usePage('cases')
  if (found?.item?.is_removed) return { approve: all.takedowns.restore, remove: texts.keepRemoved }
  // Its owner has hidden it, where no one objects.
  const isHidden = found?.item?.is_hidden && found.kinds.includes('objection')
  return isHidden ? { approve: all.library.show, hide: texts.keepHidden } : {}
}

/** What may be decided, each with its press. The press of one that asks first decides when it comes again. */
function useChoices({ found, decide }: Props) {
  const { texts, role } = usePage('cases')
  const otherNames = useOtherNames(found)
  const [asked, setAsked] = useState<string>()
  const isAsked = asked !== undefined && asked === found?.id
  const choices = DECISIONS.filter(({ least }) => role === 'staff' || least !== 'staff').map(
    ({ key, rating, action, color, isTwice = false }) => {
      const decision: Decision['decision'] = action ?? 'rating'
      const name = own(otherNames, decision) ?? (action ? texts[action] : rating.toUpperCase())
      const isOff = !found || !mayDecide(found, decision)
      const isAsking = isTwice && !found?.item?.is_removed
      const press = () => {
        if (isOff) return
        if (isAsking && !isAsked) return setAsked(found.id)
        setAsked(undefined)
        decide({ decision, rating, name })
      }
      const isRating = rating !== undefined
      const way = { name, keyName: key, isRating, isLast: isTwice, isAsking, press, isOff }
      return { ...way, color: isTwice && !isAsking ? undefined : color }
    },
  )
  return { choices, isAsked, forget: () => setAsked(undefined) }
}

/** What may be decided, and the way back, each with its key. They keep their places from case to case. */
export function Choices(props: Props) {
  const { made, undone, undo } = props
  const { common, texts, fill } = usePage('cases')
  const { choices, isAsked, forget } = useChoices(props)
  const back = () => {
    forget()
    undo()
  }
  usePageKeys([
    ...choices.map(({ keyName, press }) => [keyName, press] as const),
    ['u', back],
    ...(isAsked ? [['Escape', forget] as const] : []),
  ])
  const buttons = (some: typeof choices) =>
    some.map((choice) => <Press key={choice.keyName} {...choice} isAsked={isAsked} />)
  return (
    <div className="admin-queue-ways">
      <div>{buttons(choices.filter(({ isRating, isLast }) => !isRating && !isLast))}</div>
      <fieldset aria-label={texts.rate}>{buttons(choices.filter(({ isRating }) => isRating))}</fieldset>
      <div className="admin-queue-back">
        <Press name={common.undo} keyName="u" press={back} isOff={made === 0} />
        <span role="status" data-asks={isAsked || undefined}>
          {isAsked ? texts.removeAgain : undone && fill(texts.undone, { name: undone })}
        </span>
        {buttons(choices.filter(({ isLast }) => isLast))}
      </div>
    </div>
  )
}

type PressProps = {
  name: string
  keyName: string
  color?: string | undefined
  press: () => void
  /** Nothing to press it for. It keeps its place, and the focus. */
  isOff: boolean
  /** Its press asks first; `isAsked`: it has. */
  isAsking?: boolean
  isAsked?: boolean
}

/** A decision as a button, with its key. */
function Press({ name, keyName, color, press, isOff, isAsking = false, isAsked }: PressProps) {
  const variant = isAsking && !isAsked ? 'outline' : color ? 'filled' : 'default'
  return (
    <Button
      variant={variant}
      {...(color && { color })}
      {...(isOff && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={(event) => !isOff && !isAgain(event) && press()}
      // A key that is held presses once.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      rightSection={<Kbd aria-hidden="true">{keyName.toUpperCase()}</Kbd>}
      aria-keyshortcuts={keyName}
    >
      {name}
    </Button>
  )
}
