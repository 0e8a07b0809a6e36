import { JsonParseError } from '../errors.ts'

/** Levels of lists and objects. GIPHY's responses have 7. */
const MAX_DEPTH = 32

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Parses JSON. @throws JsonParseError with `path`, which must have no query: that may contain a key. */
export function parseJson(text: string, path: string, status: number): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new JsonParseError(path, status, { cause })
  }
}

/** Parses JSON; `undefined` if the text is not JSON, or nested too deeply. */
export function jsonOrNothing(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  if (isTooDeep(text)) throw new RangeError(`JSON of more than ${MAX_DEPTH} levels`)
  return JSON.parse(text)
}

/** Counts the brackets outside strings, so that nothing of a nested bomb is built (F35). */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (code === LIST || code === OBJECT) depth++
    else if (code === LIST_END || code === OBJECT_END) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
