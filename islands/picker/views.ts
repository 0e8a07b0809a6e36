import type { View } from './pages.ts'
import type { PickerProps } from './picker-props.ts'
import { rove } from './rove.ts'

type Type = PickerProps['list']['type']

/**
 * The tabs for types, and the row with what can be looked at without typing. Both act in place, each as one stop of the Tab
 * key. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/, https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function startViews(root: HTMLElement, { list }: PickerProps, show: (view: View) => void) {
  const row = (name: string) => root.querySelector<HTMLElement>(name) as HTMLElement
  const [tabRow, viewRow, panel] = [row('.picker-tabs'), row('.picker-views'), row('#results')]
  const tabs = [...tabRow.querySelectorAll<HTMLElement>('[data-type]')]
  const choices = [...viewRow.querySelectorAll<HTMLElement>('[data-view]')]
  let type: Type = list.type
  let q = list.q ?? ''
  let kind: View['kind'] = 'list'
  let onTerm: (term: string) => void = () => {}

  const mark = () => {
    for (const tab of tabs) {
      const isChosen = tab.dataset.type === type
      tab.ariaSelected = String(isChosen)
      if (isChosen) panel.setAttribute('aria-labelledby', tab.id)
    }
    for (const choice of choices) {
      const isShown = choice.dataset.view === kind && (kind !== 'list' || (choice.dataset.q ?? '') === q)
      choice.ariaCurrent = isShown ? 'true' : null
    }
  }
  const showNow = () => {
    mark()
    show(kind === 'list' ? { kind, type, q } : { kind })
  }
  const chooseTab = (tab: HTMLElement) => {
    if (kind === 'list' && tab.dataset.type === type) return
    type = tab.dataset.type as Type
    kind = 'list'
    showNow()
  }
  const choose = (choice: HTMLElement) => {
    kind = choice.dataset.view as View['kind']
    const term = choice.dataset.q ?? ''
    if (kind !== 'list') showNow()
    else if (term === q) showNow()
    else onTerm(term)
  }

  tabRow.role = 'tablist'
  panel.role = 'tabpanel'
  for (const tab of tabs) {
    tab.role = 'tab'
    tab.id = `type-${tab.dataset.type}`
    tab.removeAttribute('aria-current')
    tab.setAttribute('aria-controls', panel.id)
  }
  viewRow.role = 'toolbar'
  mark()
  const setStop = rove(
    tabRow,
    tabs,
    tabs.find(({ ariaSelected }) => ariaSelected === 'true'),
    chooseTab,
  )
  rove(
    viewRow,
    choices,
    choices.find(({ ariaCurrent }) => ariaCurrent === 'true'),
  )
  const onPress = (
    rowOf: HTMLElement,
    controls: readonly HTMLElement[],
    act: (control: HTMLElement) => void,
  ) =>
    rowOf.addEventListener('click', (event) => {
      const { target, ctrlKey, metaKey, shiftKey } = event
      const control = controls.find((one) => target instanceof Node && one.contains(target))
      if (!control || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      act(control)
    })
  onPress(tabRow, tabs, (tab) => {
    setStop(tab)
    chooseTab(tab)
  })
  onPress(viewRow, choices, choose)
  for (const rowOf of [tabRow, viewRow]) {
    // A wheel that only goes down reaches the end of a row too.
    rowOf.addEventListener('wheel', (event) => {
      const before = rowOf.scrollLeft
      if (!event.deltaX && !event.ctrlKey) rowOf.scrollLeft += event.deltaY
      if (rowOf.scrollLeft !== before) event.preventDefault()
    })
    // A link is pressed by Enter alone; a tab by Space too.
    rowOf.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return
      event.preventDefault()
      event.target.click()
    })
  }

  return {
    /** Shows what a search finds, of the chosen type; everything for ''. */
    search(term: string) {
      q = term
      kind = 'list'
      showNow()
    },
    /** Takes the term of a pressed category, to be put into the field and searched. */
    onTerm(take: (term: string) => void) {
      onTerm = take
    },
  }
}
