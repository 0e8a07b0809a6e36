import { Button, Kbd } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { type client, usePage, usePageKeys } from '../admin.tsx'
import { DECISIONS } from '../shortcuts.tsx'

/** What a moderator decides, and how it is named once it is made. */
export type Decision = Omit<Parameters<typeof client.moderateGif>[0], 'id'> & { name: string }

type Props = {
  /** The item to decide about; undefined where none waits. */
  current: string | undefined
  /** What was decided, the last of which can be taken back. */
  decided: readonly unknown[]
  /** The decision that was just taken back. */
  undone: string | undefined
  decide: (decision: Decision) => Promise<void>
  undo: () => Promise<void>
}

/** The second click of a double click was meant for what was there before it. */
const isAgain = ({ detail }: MouseEvent) => detail > 1

/** What the role may decide, each with its press. The press of one that asks first decides when it comes again. */
function useChoices({ current, decide }: Props) {
  const { texts, role } = usePage('moderation')
  const [asked, setAsked] = useState<string>()
  const isAsked = asked !== undefined && asked === current
  const choices = DECISIONS.filter(({ least }) => role === 'staff' || least !== 'staff').map(
    ({ key, rating, action, color, isTwice = false }) => {
      const name = action ? texts[action] : rating.toUpperCase()
      const press = () => {
        if (isTwice && !isAsked) return setAsked(current)
        setAsked(undefined)
        void decide(action ? { action, name } : { rating, name })
      }
      return { name, keyName: key, color, isRating: rating !== undefined, isTwice, press }
    },
  )
  return { choices, isAsked, forget: () => setAsked(undefined) }
}

/** What the role may decide, and the way back, each with its key. They keep their places from item to item. */
export function Choices(props: Props) {
  const { current, decided, undone, undo } = props
  const { common, texts, fill } = usePage('moderation')
  const { choices, isAsked, forget } = useChoices(props)
  const back = () => {
    forget()
    void undo()
  }
  usePageKeys([
    ...choices.map(({ keyName, press }) => [keyName, press] as const),
    ['u', back],
    ...(isAsked ? [['Escape', forget] as const] : []),
  ])
  const buttons = (some: typeof choices) =>
    some.map((choice) => (
      <Press key={choice.keyName} {...choice} isOff={current === undefined} isAsked={isAsked} />
    ))
  return (
    <div className="admin-queue-ways">
      <div>{buttons(choices.filter(({ isRating, isTwice }) => !isRating && !isTwice))}</div>
      <fieldset>
        <legend>{texts.rate}</legend>
        {buttons(choices.filter(({ isRating }) => isRating))}
      </fieldset>
      <div className="admin-queue-back">
        <Press name={common.undo} keyName="u" press={back} isOff={decided.length === 0} />
        <span role="status" data-asks={isAsked || undefined}>
          {isAsked ? texts.removeAgain : undone && fill(texts.undone, { name: undone })}
        </span>
        {buttons(choices.filter(({ isTwice }) => isTwice))}
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
  isTwice?: boolean
  isAsked?: boolean
}

/** A decision as a button, with its key. */
function Press({ name, keyName, color, press, isOff, isTwice = false, isAsked }: PressProps) {
  const variant = isTwice && !isAsked ? 'outline' : color ? 'filled' : 'default'
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
