import { printable } from '../library/printable.ts'
import type { SendOutcome } from './send-file.ts'

/** What a terminal has of it: `process.stdout`. */
type Screen = { isTTY?: boolean; write: (text: string) => unknown }

const BAR = 24
const CLEAR = '\r\u001b[2K'
const SAYS = {
  sent: 'sent',
  completed: 'completed',
  updated: 'updated',
  known: 'is there already',
} as const

type Named = { name: string; line: number }

/** What became of a file, on one line. */
export const lineOf = ({ name, line }: Named, outcome: SendOutcome): string =>
  printable(
    outcome.kind === 'refused'
      ? `${line > 0 ? `line ${line}: ` : ''}${name}: refused (${outcome.reason}): ${outcome.why}`
      : `${name}: ${SAYS[outcome.kind]} (${outcome.id})`,
  )

/** Shows how far a run is: a bar on a terminal, elsewhere a line for each file. The refused ones are for the end. */
export function createProgress(total: number, screen: Screen) {
  const counts = { sent: 0, completed: 0, updated: 0, known: 0, refused: 0 }
  const refused: string[] = []
  let done = 0

  function draw(what: string): void {
    if (!screen.isTTY) return
    const filled = Math.round((done / total) * BAR)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
    const line = `${bar} ${done} of ${total}, ${refused.length} refused  ${what}`
    // What finds no room is cut: a line that wraps would stay.
    screen.write(`${CLEAR}\u001b[?7l${line}\u001b[?7h`)
  }

  return {
    counts,
    refused,
    ended(named: Named, outcome: SendOutcome): void {
      done++
      counts[outcome.kind]++
      const line = lineOf(named, outcome)
      if (outcome.kind === 'refused') refused.push(line)
      else if (!screen.isTTY) screen.write(`${line}\n`)
      draw(printable(named.name))
    },
    says(what: string): void {
      if (screen.isTTY) draw(printable(what))
      else screen.write(`${printable(what)}\n`)
    },
    waits(seconds: number, why: string): void {
      const line = `waiting ${seconds} s: ${printable(why)}`
      if (screen.isTTY) draw(line)
      else screen.write(`${line}\n`)
    },
    /** Leaves the line of the bar. */
    close(): void {
      if (screen.isTTY) screen.write(CLEAR)
    },
  }
}
