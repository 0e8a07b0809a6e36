import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MAKER_FORMS, type MakerForm } from '../shared/schema/choices.ts'
import { printable } from './library/printable.ts'
import { openWorkplace } from './library/workplace.ts'
import { abilitiesOf } from './making/abilities.ts'
import { startMaker } from './making/maker.ts'
import { openHere } from './making/open-here.ts'
import { baseOf, TOKEN_VARIABLE, takeToken } from './remote/target.ts'

/**
 * `npm run renditions`: makes the renditions that wait in the local library, or with `--to URL` in the one there, until it is
 * ended, or with `--once` until there are no more. `--again FORM` makes a form for all items that lack it,
 * and `--again phash` their perceptual hashes.
 */
const USAGE = `usage: npm run renditions -- [--data DIR] [--again ${MAKER_FORMS.join('|')}] [--once]
       ${TOKEN_VARIABLE}=… npm run renditions -- --to https://gifs.example.com [--again FORM] [--once]`

function readArguments() {
  const text = { type: 'string' } as const
  const options = { to: text, data: text, again: text, once: { type: 'boolean', default: false } } as const
  try {
    const { to, data, again, once } = parseArgs({ options }).values
    if (to !== undefined && data !== undefined)
      throw new Error('--data is for a library here, --to for one elsewhere')
    if (again !== undefined && !isForm(again))
      throw new Error(`--again takes one of ${MAKER_FORMS.join(', ')}`)
    return { once, again, to: to === undefined ? undefined : baseOf(to), data: data && resolve(data) }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

const isForm = (text: string): text is MakerForm => MAKER_FORMS.some((form) => form === text)

/** Gives back what the maker has. */
let stop = async () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await stop()
    process.exit(0)
  })
}

/** @returns the exit code: 1 where something could not be made */
async function run({ to, data, again, once }: ReturnType<typeof readArguments>): Promise<number> {
  const here = to ? undefined : await openHere(data)
  const target = here?.target ?? { base: to ?? '', token: takeToken(to ?? '') }
  const { line, forms } = abilitiesOf()
  console.log(line)
  if (again && again !== 'phash' && !forms.includes(again))
    throw new Error(`There is nothing here that makes ${again}`)
  const maker = startMaker({
    target,
    workplace: openWorkplace(),
    forms: again ? [again] : forms,
    again: again !== undefined,
    // A walk through a library has an end.
    once: once || again !== undefined,
    log: (line) => console.log(line),
  })
  stop = maker.stop
  const { made, failed, left, lost } = await maker.ended
  console.log(`${made} made, ${failed} failed, ${left} left for another time, ${lost} made elsewhere`)
  return Number(failed + left > 0)
}

try {
  process.exitCode = await run(readArguments())
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n').map(printable).join('\n') : error)
  process.exitCode = 1
}
// A server of this command's own has ended its work.
process.exit()
