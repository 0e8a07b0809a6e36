/**
 * `npm run serve`: the built bundle on 127.0.0.1 without the dev proxy. Bindings are simulated by Miniflare and reached
 * on its direct socket; with `--bare` it is plain workerd without any binding, for render benchmarks. With `--data DIR` it is a
 * server that lasts, as the package `loopframe-server` runs it (`docs/one-machine.md`).
 */
import { parseArgs } from 'node:util'
import { makersToken } from './making/open-here.ts'
import { OFF, runOwnMaker } from './making/own-maker.ts'
import { makeSite } from './server/make-site.ts'
import { runServer } from './server/run-server.ts'
import { SERVER_OPTIONS, serverOptions } from './server/server-arguments.ts'
import { readPairs } from './server/settings.ts'
import { assertFree } from './steps/free-port.ts'
import { buildOnce, copyLibrary, prepareLibrary } from './steps/local-library.ts'
import { root } from './steps/run-step.ts'
import { serveBare } from './steps/serve-bare.ts'
import { serveSimulated } from './steps/serve-simulated.ts'
import { temporaryFolder } from './steps/temporary-folder.ts'

const { values } = parseArgs({
  options: {
    ...SERVER_OPTIONS,
    bare: { type: 'boolean', default: false },
    /** Tests: a copy of the demo library, which is gone at the end. */
    copy: { type: 'boolean', default: false },
  },
})
const { data } = values

async function serveData(folder: string): Promise<void> {
  const options = serverOptions({ ...values, data: folder }, root)
  await buildOnce()
  const site = temporaryFolder('site')
  await makeSite(site)
  await runServer({ ...options, site })
}

async function serveForNow(): Promise<void> {
  const vars = readPairs(values.var)
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
    stop = await serveSimulated({ port, vars: { ...maker.vars, ...vars }, state, scheduled: true })
    const isMaking = !values.copy && !values.var.includes(OFF) && !vars.SITE_URL
    if (isMaking) endMaker = runOwnMaker({ base: `http://127.0.0.1:${port}`, token: maker.token })
  }
  console.log(`Serving on http://127.0.0.1:${values.port}`)
}

try {
  await (data ? serveData(data) : serveForNow())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
