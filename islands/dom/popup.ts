/**
 * Opens a page in a small window in the middle of the browser's (§2). Gives whether it opened:
 * where pop-ups are refused, the caller lets its plain link work. The new page cannot reach back to ours.
 */
export function openPopup(href: string, [width, height]: readonly [number, number]): boolean {
  const left = Math.round(screenX + Math.max(0, outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, outerHeight - height) / 2)
  // With `noopener` the result would always be null, refused or not: https://html.spec.whatwg.org/#dom-open
  const popup = window.open(href, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup) return false
  popup.opener = null
  return true
}
