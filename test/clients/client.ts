/** A page of a list: the ids of its items, in order. */
export type Ids = readonly string[]

/** What some clients have functions for, and some do not. */
export type Deed = 'item' | 'categories' | 'category' | 'share'

/** What a client of somebody else's can do, in its own words. */
export type Session = {
  /** A search, page by page to its end; one page where the client has no more. */
  pages: (q: string, limit: number) => Promise<Ids[]>
  trending: (limit: number) => Promise<Ids>
  /** The title of an item. */
  item?: (id: string) => Promise<string | undefined>
  /** Names of categories. */
  categories?: () => Promise<string[]>
  /** What is found in the category of a name. */
  category?: (name: string) => Promise<Ids>
  share?: (id: string, q: string) => Promise<void>
}

/** How a client tells somebody of a failure: with an error that says so, or with nothing found. */
export type Told = RegExp | 'nothing'

export type Client = {
  /** The package, and the part of it. */
  name: string
  /** What it is pointed at. @param base scheme and host of a product */
  open: (base: string, key: string) => Session
  /** Whether it pages through a search; the others read its first page. */
  pages: boolean
  /** What it can do beside lists. */
  does: readonly Deed[]
  told: { wrongKey: Told; unknown?: Told; down: Told }
}

/** Pages as a client gets them, until it gets no more. @throws Error where a list has no end */
export async function untilEnd(next: (before: number) => Promise<Ids | undefined>): Promise<Ids[]> {
  const all: Ids[] = []
  for (let count = 0; all.length < 100; ) {
    const page = await next(count)
    if (!page || page.length === 0) return all
    all.push(page)
    count += page.length
  }
  throw new Error('a list without an end')
}
