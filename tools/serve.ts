/**
 * `npm run serve`: the built bundle on 127.0.0.1 without the dev proxy. Bindings are simulated by Miniflare and reached
 * on its direct socket; with `--bare` it is plain workerd without any binding, for render benchmarks.
 */
import { parseArgs } from 'node:util'
import { makersToken } from './making/open-here.ts'
import { OFF, runOwnMaker } from './making/own-maker.ts'
import { assertFree } from './steps/free-port.ts'
import { buildOnce, copyLibrary, prepareLibrary } from './steps/local-library.ts'
import { serveBare } from './steps/serve-bare.ts'
import { serveSimulated } from './steps/serve-simulated.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8788' },
    var: { type: 'string', multiple: true, default: [] },
    bare: { type: 'boolean', default: false },
    /** Tests: a copy of the demo library, which is gone at the end. */
    copy: { type: 'boolean', default: false },
  },
})

/** `NAME:value`, as for wrangler: the value may contain colons. */
const vars = Object.fromEntries(
  values.var.map((pair) => {
    const colon = pair.indexOf(':')
    if (colon < 1) throw new Error(`--var takes NAME:value, not '${pair}'`)
    return [pair.slice(0, colon), pair.slice(colon + 1)]
  }),
)

const port = Number(values.port)
await assertFree(port, 'npm run serve')
let stop = async () => {}
let endMaker = async () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await endMaker()
    await stop()
    process.exit(0)
  })
}
if (values.bare) {
  await buildOnce()
  stop = await serveBare({ port, vars })
} else {
  // Neither needs the other.
  const [state] = await Promise.all([values.copy ? copyLibrary() : prepareLibrary(), buildOnce()])
  const maker = await makersToken()
  stop = await serveSimulated({ port, vars: { ...maker.vars, ...vars }, state })
  const isMaking = !values.copy && !values.var.includes(OFF) && !vars.SITE_URL
  if (isMaking) endMaker = runOwnMaker({ base: `http://127.0.0.1:${port}`, token: maker.token })
}
console.log(`Serving on http://127.0.0.1:${values.port}`)
