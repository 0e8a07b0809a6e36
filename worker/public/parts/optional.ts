/** The value of a read that a page can do without, or nothing where the read fails. */
export const optional = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)
