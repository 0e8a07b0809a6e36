/** How long typing rests before the library is asked, ms, and how many terms are offered. */
const REST_MS = 150
const TERMS = 8

/**
 * Completes what is typed into a search field by the library's own terms, in the browser's own list: its keys and its
 * words for readers come with it. Without an answer the field stays as it is.
 */
export function startCompletion(field: HTMLInputElement): void {
  const list = document.createElement('datalist')
  list.id = `${field.id}-terms`
  let rest = 0

  const complete = async (q: string) => {
    const response = await fetch(`/v1/gifs/search/tags?${new URLSearchParams({ q, limit: String(TERMS) })}`)
    const { data } = (await response.json()) as { data: { name: string }[] }
    // What came for a text that has changed meanwhile is late.
    if (field.value.trim() !== q) return
    list.replaceChildren(...data.map(({ name }) => new Option(name)))
    // Until there is something to choose it is a plain search field.
    if (!field.list) {
      field.after(list)
      field.setAttribute('list', list.id)
    }
  }

  field.addEventListener('input', (event) => {
    clearTimeout(rest)
    const q = field.value.trim()
    const isChosen = (event as InputEvent).inputType === 'insertReplacementText'
    if (isChosen && [...list.children].some((one) => (one as HTMLOptionElement).value === q)) {
      field.form?.requestSubmit()
      return
    }
    if (q) rest = window.setTimeout(() => complete(q).catch(() => {}), REST_MS)
  })
}
