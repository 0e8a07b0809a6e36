import { attempt } from '../dom/page.ts'
import { askPasskey } from './ask-passkey.ts'

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

function start(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('.problem')
  form.dataset.passkey = 'on'
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (form.ariaBusy) return
    form.ariaBusy = 'true'
    if (problem) problem.hidden = true
    try {
      fieldOf(form, 'credential').value = await askPasskey(fieldOf(form, 'csrf').value)
      form.submit()
    } catch {
      if (problem) problem.hidden = false
    }
    form.ariaBusy = null
  })
}

// Without it, or in a browser that has no passkeys, their forms stay hidden.
const hasThem = attempt(() => 'parseRequestOptionsFromJSON' in PublicKeyCredential)
if (hasThem) for (const form of document.querySelectorAll<HTMLFormElement>('[data-passkey]')) start(form)
