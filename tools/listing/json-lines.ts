/** A list of a JSON text: its values, each with the line on which it begins. */
export type Listed = { line: number; value: unknown }

/**
 * Reads JSON whose top is an object of lists, and says for each entry of them where it stands. Other values are left out.
 * @throws Error that names the line of what is no JSON
 */
export function readJsonLines(text: string): Map<string, Listed[]> {
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('must be an object with lists in it')
  const starts = entryLines(text)
  return new Map(
    Object.entries(parsed).flatMap(([name, list]) =>
      Array.isArray(list)
        ? [[name, list.map((value, at) => ({ line: starts.get(name)?.[at] ?? 0, value }))] as const]
        : [],
    ),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`line ${brokenLine(text)}: is no JSON`)
  }
}

/** Whether a text is JSON as far as it goes: only its end is missing. */
function isBegun(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const at = /position (\d+)/.exec(message)?.[1]
    return /end of JSON/.test(message) || Number(at) === text.length
  }
}

/** The first line with which a text is no beginning of JSON any more. The engine does not always say. */
function brokenLine(text: string): number {
  const lines = text.split('\n')
  let [good, bad] = [0, lines.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBegun(lines.slice(0, middle).join('\n'))) good = middle
    else bad = middle
  }
  return bad
}

/** The texts, brackets, commas, colons, and ends of lines of valid JSON. What is between them is white space, or a plain value. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:\n]|[^\s"[\]{},:]+/g

/** For each list at the second level the lines on which its entries begin. The text is valid JSON. */
function entryLines(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  let [line, depth, name, starts] = [1, 0, '', false]
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') {
      line++
      continue
    }
    if (token === ']' || token === '}') depth--
    else if (starts && depth === 2) lines.get(name)?.push(line)
    starts = (token === '[' && depth === 1) || (token === ',' && depth === 2)
    if (depth === 1 && token.startsWith('"')) name = JSON.parse(token) as string
    if (token === '[' && depth === 1) lines.set(name, [])
    if (token === '[' || token === '{') depth++
  }
  return lines
}
