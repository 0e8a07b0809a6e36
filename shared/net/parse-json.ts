import { JsonParseError } from '../errors.ts'

/** A body as JSON. @throws JsonParseError, in which `path` names the call: without the query, which may hold a key. */
export function parseJson(text: string, path: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonParseError(path, status, { cause })
  }
}

/** A text as JSON; undefined where it is not JSON. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
