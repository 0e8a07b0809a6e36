import { Button, Kbd } from '@mantine/core'
import { RATINGS } from '../../../shared/schema/choices.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { usePageKeys } from '../parts/use-page-keys.ts'
import { Decided } from './decided.tsx'
import { DECISIONS } from './decisions.ts'
import { Item } from './item.tsx'
import { type Batch, useQueue } from './use-queue.ts'

/** A batch, one item at a time: a key decides, the next item is there at once, and U takes the last decision back. */
export function Queue({ batch, end }: { batch: Batch; end: () => void }) {
  const { texts, role } = useAdmin()
  const { common, moderation } = texts
  const { current, next, decided, total, pending, decide, undo } = useQueue(batch)
  const decisions = DECISIONS.filter(({ least }) => role === 'staff' || least !== 'staff')
  const isOver = current === undefined
  usePageKeys([
    ...decisions.map(({ key, action }): [string, () => void] => [key, () => void decide(action)]),
    ...RATINGS.map((rating, at): [string, () => void] => [
      String(at + 1),
      () => void decide(`rating:${rating}`),
    ]),
    ['u', () => void undo()],
  ])
  return (
    <div className="admin-card admin-queue">
      <div className="admin-queue-top">
        <progress max={total} value={decided.length} aria-label={moderation.progress} />
        <span role="status">{interpolate(moderation.done, { done: decided.length, total })}</span>
      </div>
      {isOver ? (
        <div className="admin-state">
          <span>{pending > 0 ? moderation.sending : moderation.finished}</span>
          {pending === 0 && (
            <Button autoFocus onClick={end}>
              {moderation.again}
            </Button>
          )}
        </div>
      ) : (
        <Item key={current} id={current} next={next} />
      )}
      <div className="admin-queue-ways">
        {!isOver && (
          <>
            {decisions.map(({ key, action, text, color }) => (
              <Press
                key={action}
                name={moderation[text]}
                keyName={key}
                {...(color && { color })}
                press={() => decide(action)}
              />
            ))}
            <fieldset>
              <legend>{moderation.rate}</legend>
              {RATINGS.map((rating, at) => (
                <Press
                  key={rating}
                  name={rating.toUpperCase()}
                  keyName={String(at + 1)}
                  press={() => decide(`rating:${rating}`)}
                />
              ))}
            </fieldset>
          </>
        )}
        {decided.length > 0 && <Press name={common.undo} keyName="u" press={undo} />}
      </div>
      <Decided decided={decided} />
    </div>
  )
}

type PressProps = { name: string; keyName: string; color?: string | undefined; press: () => Promise<void> }

/** A decision as a button, with its key. */
const Press = ({ name, keyName, color, press }: PressProps) => (
  <Button
    variant={color ? 'filled' : 'default'}
    {...(color && { color })}
    onClick={() => void press()}
    rightSection={<Kbd aria-hidden="true">{keyName.toUpperCase()}</Kbd>}
    aria-keyshortcuts={keyName}
  >
    {name}
  </Button>
)
