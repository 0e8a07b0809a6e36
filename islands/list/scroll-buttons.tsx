import { type RefObject, useEffect, useState } from 'react'
import type { Texts } from '../../shared/texts/en.ts'
import { ChevronIcon } from '../ui/icons.tsx'

type Props = { row: RefObject<HTMLElement | null>; texts: Pick<Texts, 'previous' | 'next'> }

/** The share of the row that a press scrolls: the last tile in view stays in view. */
const SHARE = 0.85

/** Tolerance at the row's ends, in pixels, for rounding. */
const SLACK_PX = 2

/** Buttons that scroll by most of a row, for mice. At an end its button is hidden. Rendered in the browser only. */
export function ScrollButtons({ row, texts }: Props) {
  const { back, forth } = useWays(row)
  const move = (direction: number) => () => {
    const { current } = row
    current?.scrollBy({ left: direction * SHARE * current.clientWidth })
  }
  return (
    <>
      <button type="button" className="loop-move" data-way="back" hidden={!back} onClick={move(-1)}>
        <ChevronIcon />
        <span className="name-of">{texts.previous}</span>
      </button>
      <button type="button" className="loop-move" data-way="forth" hidden={!forth} onClick={move(1)}>
        <ChevronIcon />
        <span className="name-of">{texts.next}</span>
      </button>
    </>
  )
}

function useWays(row: RefObject<HTMLElement | null>) {
  const [ways, setWays] = useState({ back: false, forth: false })
  useEffect(() => {
    const { current } = row
    if (!current) return
    const look = () => {
      const left = current.scrollWidth - current.clientWidth - current.scrollLeft
      const next = { back: current.scrollLeft > SLACK_PX, forth: left > SLACK_PX }
      setWays((now) => (now.back === next.back && now.forth === next.forth ? now : next))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(current)
    for (const child of current.children) resized.observe(child)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [row])
  return ways
}
