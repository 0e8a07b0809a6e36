import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../steps/run-step.ts'
import { migrate } from './migrate.ts'
import { openLocalLibrary } from './open-library.ts'
import { storeLibrary } from './store-library.ts'

/** Migrates the local D1, and puts seed/ into it and R2: `node tools/library/load-seed.ts [--folder DIR] [--config FILE] [--state DIR]`. */
const { values } = parseArgs({
  options: { folder: { type: 'string' }, config: { type: 'string' }, state: { type: 'string' } },
})
const { folder = join(root, 'seed'), config, state } = values

const library = await openLocalLibrary({ ...(config && { config }), ...(state && { state }) })
try {
  const started = performance.now()
  await migrate(library)
  const { items, files, wasThere } = await storeLibrary(library, folder)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    wasThere
      ? `library: ${items} items are there`
      : `library: ${items} items, ${files} new files, ${seconds} s`,
  )
} finally {
  await library.close()
}
