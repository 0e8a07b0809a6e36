import { Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { client, usePage, useRead } from '../admin.tsx'
import { StateBadge, Thumbnail } from '../parts/elements.tsx'
import type { RowOf } from '../parts/list.tsx'

type Line = RowOf<typeof client.resolveTakedown>

/** ms without a change before ids are looked up. */
const TYPED_MS = 300

/**
 * What ids lead to, before it's taken down: items that are there, and those that aren't and are ticked. A site elsewhere keeps
 * its items to itself: there, all are taken as they are.
 */
export function useLines(ids: readonly string[]) {
  const { hasOwnCalls } = usePage('takedowns')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const typed = ids.join()
  const [asked] = useDebouncedValue(typed, TYPED_MS)
  const { data, isError } = useRead(
    ['takedowns', 'lines', asked],
    client.resolveTakedown,
    { ids: asked },
    {
      enabled: hasOwnCalls && asked !== '',
    },
  )
  const lines = data?.results ?? []
  const isTaken = ({ id, item }: Line) => (item ? !item.is_removed : ticked.has(id))
  const tick = (id: string, isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, id] : [...before].filter((each) => each !== id)))
  return {
    lines,
    ticked,
    tick,
    isReading: hasOwnCalls && typed !== '' && !isError && (asked !== typed || !data),
    taken: hasOwnCalls ? [...new Set(lines.filter(isTaken).map(({ gif_id }) => gif_id))] : ids,
  }
}

/** Each line as picture, title, and owner. What isn't in the library has a tick. */
export function Lines({
  lines,
  ticked,
  tick,
}: Pick<ReturnType<typeof useLines>, 'lines' | 'ticked' | 'tick'>) {
  const { all, texts } = usePage('takedowns')
  if (lines.length === 0) return null
  return (
    <ul className="admin-lines">
      {lines.map(({ id, item }) => (
        <li key={id}>
          <Thumbnail item={item ?? { thumbnail: null }} />
          <span>
            {item ? <bdi>{item.title || id}</bdi> : <code>{id}</code>}
            {item?.username && <span className="admin-soft">@{item.username}</span>}
          </span>
          {!item && (
            <span>
              <StateBadge>{texts.unknown}</StateBadge>
              <Checkbox
                label={texts.block}
                aria-label={`${texts.block}: ${id}`}
                checked={ticked.has(id)}
                onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
              />
            </span>
          )}
          {item?.is_removed && <StateBadge>{texts.already}</StateBadge>}
          {item?.is_hidden && !item.is_removed && <StateBadge>{all.library.hidden}</StateBadge>}
        </li>
      ))}
    </ul>
  )
}
