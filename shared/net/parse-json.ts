import { JsonParseError } from '../errors.ts'

/** @throws JsonParseError */
export function parseJson(text: string, path: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonParseError(path, status, { cause })
  }
}
