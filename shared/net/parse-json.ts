import { JsonParseError } from '../errors.ts'

/** Parses JSON. @throws JsonParseError with `path`, which must have no query: that may contain a key. */
export function parseJson(text: string, path: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonParseError(path, status, { cause })
  }
}

/** Parses JSON; `undefined` if the text is not JSON. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
