type NoteTime = (name: string, ms: number) => void

/** Does the work, and tells how long it took, however it ends. */
export async function timed<T>(name: string, work: () => Promise<T>, note?: NoteTime): Promise<T> {
  const start = Date.now()
  try {
    return await work()
  } finally {
    note?.(name, Date.now() - start)
  }
}
