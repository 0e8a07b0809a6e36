const HTTP_DATE = /^[A-Z][a-z]{2,8},? /

/**
 * How long a response asks to wait, in whole seconds: `Retry-After` is a number of seconds or an HTTP date, in any of its
 * three forms. `undefined` where there is none, or it is neither. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,15}$/.test(value)) return Number(value)
  if (!HTTP_DATE.test(value)) return undefined
  // The oldest of the three forms names no zone, and means this one.
  const at = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}
