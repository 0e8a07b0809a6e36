/** Browsers play delays of 0 and 10 ms as 100 ms. */
export const shownDelayMs = (delayMs: number): number => (delayMs <= 10 ? 100 : delayMs)
