/**
 * Delays in the format's own unit (10 ms in GIF), rounded on the running time so that errors do not add up.
 * Never under 2 units: browsers play a GIF delay of 10 ms as 100 ms.
 */
export function frameDelays(delaysMs: readonly number[], unitMs = 10): number[] {
  let time = 0
  let spent = 0
  return delaysMs.map((delay) => {
    time += delay
    const units = Math.max(2, Math.round(time / unitMs) - spent)
    spent += units
    return units * unitMs
  })
}
