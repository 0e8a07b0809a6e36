/**
 * `npm run test:security`, `test:faults`: the tests of the threats or of the faults of `docs/threats.md`, found by the ids in
 * their titles, and how many hold of each row. Ids choose rows: `npm run test:faults -- F9 F12`.
 */
import { ownRepository } from './checks/repository.ts'
import { readThreatRows } from './checks/threat-rows.ts'
import { needFfmpeg } from './steps/find-ffmpeg.ts'
import { buildOnce } from './steps/local-library.ts'
import { printRows } from './tests/print-rows.ts'
import { runTests } from './tests/run-tests.ts'

const [letter = '', ...ids] = process.argv.slice(2)
const { paths, read } = ownRepository()
const rows = readThreatRows(read('docs/threats.md')).filter(
  ({ id }) => id.startsWith(letter) && (ids.length === 0 || ids.includes(id)),
)
const titles = `\\b(${rows.map(({ id }) => id).join('|')})\\b`
const files = paths.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && new RegExp(titles).test(read(path)))

needFfmpeg()
await buildOnce()
const { results, failed } = await runTests({ files, titles })
const missing = printRows(letter === 'T' ? 'Threats' : 'Faults', rows, results)
process.exit(missing > 0 || failed > 0 ? 1 : 0)
