/** Says what is wrong with a field of the builder's form, below it; without a text nothing is wrong any more. */
export function sayProblem(form: HTMLFormElement, field = '', text = ''): void {
  const said = form.querySelector('.problem')
  const control = field ? form.elements.namedItem(field) : null
  const id = control instanceof Element ? `${control.id}-problem` : ''
  // The same words again would be read out again.
  if (said && said.id === id && said.textContent === text) return
  if (said) withdraw(form, said)
  if (!(control instanceof Element)) return
  const place = document.createElement('p')
  place.className = 'problem'
  place.id = id
  place.role = 'alert'
  place.textContent = text
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(place)
  // A field that nobody sees cannot be corrected.
  const folded = control.closest('details')
  if (folded) folded.open = true
}

function withdraw(form: HTMLFormElement, said: Element): void {
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
  said.remove()
}
