import type { Page } from '@playwright/test'

type Box = { left: number; right: number; top: number; bottom: number }

/** An element that is seen, as far as its layout can be wrong. Boxes are in CSS pixels of the viewport. */
type Part = {
  name: string
  box: Box
  /** What of it is seen: cut to the element around it that clips; of a field only its text, a button may stand in its padding. */
  seen: Box
  /** One box per line of its own text; none where what is too long gets an ellipsis or a scrollbar. */
  lines: Box[]
  isControl: boolean
  isCut: boolean
  /** The parts around it, by their numbers. */
  around: number[]
}

/** What of a line's height a text may stand out of its box: fonts differ in how much of a line their letters fill. */
const LOOSE = 0.25

const readParts = (page: Page, within: string): Promise<Part[]> =>
  page.evaluate((place) => {
    const edgesOf = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom })
    const ancestors = (element: Element): Element[] =>
      element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : []
    const isForReadersAlone = (element: Element) => getComputedStyle(element).clipPath.startsWith('inset(50%')
    const isSeen = (element: Element) =>
      element.getClientRects().length > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      ![element, ...ancestors(element)].some(isForReadersAlone)
    const seenPart = (element: Element, box: Box) => {
      const clips = ancestors(element).find((one) => getComputedStyle(one).overflowX !== 'visible')
      const edge = clips?.getBoundingClientRect() ?? box
      const padding = element.localName === 'input' ? parseFloat(getComputedStyle(element).paddingRight) : 0
      return {
        left: Math.max(box.left, edge.left),
        right: Math.min(box.right - padding, edge.right),
        top: Math.max(box.top, edge.top),
        bottom: Math.min(box.bottom, edge.bottom),
      }
    }
    const linesOf = (element: Element) =>
      [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return []
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map(edgesOf)
      })
    const elements = [...document.querySelectorAll(`${place} *`)].filter(isSeen)
    return elements.map((element) => {
      const { display, overflowX, overflowY, textOverflow } = getComputedStyle(element)
      const box = edgesOf(element.getBoundingClientRect())
      const lines = display === 'inline' ? [] : linesOf(element)
      const isTooHigh = element.scrollHeight > element.clientHeight + 1
      return {
        name: `${element.localName}.${element.classList[0] ?? ''} “${element.textContent?.trim().slice(0, 20)}”`,
        box,
        seen: seenPart(element, box),
        lines: overflowX === 'visible' ? lines : [],
        isControl: element.matches('a, button, input, select, h1, h2, h3, label'),
        isCut: lines.length > 0 && isTooHigh && overflowY === 'hidden' && textOverflow !== 'ellipsis',
        around: ancestors(element).map((one) => elements.indexOf(one)),
      }
    })
  }, within)

function leavesItsBox({ box, lines }: Part): boolean {
  return lines.some(({ left, right, top, bottom }) => {
    const slack = 1 + (bottom - top) * LOOSE
    const isTooWide = left < box.left - 1 || right > box.right + 1
    return isTooWide || top < box.top - slack || bottom > box.bottom + slack
  })
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1

/** The pairs of controls of which neither is within the other, and that lie on one another. */
function overlaps(parts: readonly Part[]): string[] {
  const controls = [...parts.entries()].filter(([, { isControl }]) => isControl)
  return controls.flatMap(([at, one], from) =>
    controls
      .slice(from + 1)
      .filter(([, { around, seen }]) => !around.includes(at) && overlap(one.seen, seen))
      .map(([, { name }]) => `${one.name} lies on ${name}`),
  )
}

/**
 * What is wrong with the layout of a page, or of the element that `within` selects, in words: the page scrolls sideways, a
 * text leaves its box or is cut without an ellipsis, or one control lies on another.
 */
export async function layoutFaults(page: Page, within = 'body'): Promise<string[]> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  const parts = await readParts(page, within)
  return [
    ...(over > 0 ? [`the page scrolls sideways by ${over}`] : []),
    ...parts.filter(leavesItsBox).map(({ name }) => `the text of ${name} leaves it`),
    ...parts.filter(({ isCut }) => isCut).map(({ name }) => `${name} is cut`),
    ...overlaps(parts),
  ]
}
