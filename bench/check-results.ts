/**
 * A step of `npm run check`: fails where a result of the benchmarks is older than what it measures, and names those that
 * are measured by hand.
 */
import { BY_HAND, staleParts } from './results.ts'

const stale = await staleParts()
const byHand = stale.filter((part) => BY_HAND.has(part))
const own = stale.filter((part) => !BY_HAND.has(part))
if (byHand.length > 0) console.log(`Results to be measured by hand: npm run bench -- ${byHand.join(' ')}`)
if (own.length > 0) {
  console.error(
    `bench/results is older than what it measures: ${own.join(', ')}. Measure again on a quiet machine: npm run bench -- --stale`,
  )
  process.exit(1)
}
