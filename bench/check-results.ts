/** A step of `npm run check`: whether the results of the benchmarks are of what is here. Fails where one is older. */
import { BY_HAND, staleParts } from './results.ts'

const stale = await staleParts()
const older = stale.filter((name) => BY_HAND.has(name))
const failing = stale.filter((name) => !BY_HAND.has(name))
if (older.length > 0) console.log(`Measured before later changes, by hand: ${older.join(', ')}`)
if (failing.length > 0) {
  console.error(
    `bench/results is older than what it measures: ${failing.join(', ')}. Measure again on a quiet machine: npm run bench -- --stale`,
  )
  process.exit(1)
}
