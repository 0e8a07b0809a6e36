// The device's own share menu, where the browser has one.
const button = document.querySelector<HTMLElement>('[data-action="share"]')
if (button && 'share' in navigator) {
  const { title = '', url = '' } = button.dataset
  button.parentElement?.removeAttribute('hidden')
  // Closing the menu is a refusal, and no fault.
  button.addEventListener('click', () => void navigator.share({ title, url }).catch(() => {}))
}
