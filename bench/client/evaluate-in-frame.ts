import type { Session } from './cdp.ts'

type Evaluated<T> = {
  result: { value: T }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Runs a function in a frame's page and returns its result. It is sent as source, so it must not use outer variables. */
export async function evaluateInFrame<T>(
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
