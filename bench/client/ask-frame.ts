import type { Session } from './cdp.ts'

type Evaluated<T> = {
  result: { value: T }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Runs a function in the frame's page and gives what it answers; it must need nothing from around it. */
export async function askFrame<T>(
  frame: Session,
  question: (...args: never[]) => T | Promise<T>,
  ...args: unknown[]
): Promise<T> {
  const expression = `(${question})(${args.map((arg) => JSON.stringify(arg)).join(',')})`
  const { result, exceptionDetails } = await frame.send<Evaluated<T>>('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}
