/** A step of `npm run check`: names the results of the benchmarks that are older than what they measure. */
import { staleParts } from './results.ts'

const stale = await staleParts()
if (stale.length > 0) {
  console.log(
    `bench/results is older than what it measures: ${stale.join(', ')}. Measure again on a quiet machine: npm run bench -- --stale`,
  )
}
