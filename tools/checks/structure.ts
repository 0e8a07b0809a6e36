import { dirname } from 'node:path/posix'
import { type Import, readImports, sourcesOf } from './read-imports.ts'
import { ownRepository, type Repository } from './repository.ts'
import { type Arrows, PACKAGES, ROOMS } from './rooms.ts'

/** Everything in which the sources depart from the rules, in words. */
export function findFaults(repository: Repository, rooms: Arrows, packages: Arrows): string[] {
  const sources = sourcesOf(repository)
  const imports = readImports(repository, sources)
  const own = imports.filter(({ isPackage }) => !isPackage)
  const foreign = imports.filter(({ isPackage }) => isPackage)
  return [
    ...sources.filter((path) => !roomOf(path, rooms)).map((path) => `${path}: is in no room`),
    ...againstArrows(own, rooms),
    ...againstArrows(foreign, packages),
    ...circles(own, sources),
  ]
}

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

/** The most exact room that a file is in. */
const roomOf = (path: string, rooms: Arrows): string | undefined =>
  Object.keys(rooms)
    .filter((room) => isWithin(path, room))
    .sort((one, other) => other.length - one.length)[0]

/** Imports that no arrow allows, and arrows that no import needs: those would let in what nobody has thought about. */
function againstArrows(imports: readonly Import[], arrows: Arrows): string[] {
  const needed = new Set<string>()
  const forbidden = imports.flatMap(({ from, to, isPackage }) => {
    const room = roomOf(from, arrows)
    if (!room || (!isPackage && room === roomOf(to, arrows))) return []
    const place = arrows[room]?.find((place) => isWithin(to, place))
    if (!place) return [`${from} -> ${to}: ${room} may not import it`]
    needed.add(`${room} -> ${place}`)
    return []
  })
  const declared = Object.entries(arrows).flatMap(([room, places]) =>
    places.map((place) => `${room} -> ${place}`),
  )
  const unneeded = declared.filter((arrow) => !needed.has(arrow))
  return [...forbidden, ...unneeded.map((arrow) => `${arrow}: no import needs this arrow`)]
}

/**
 * Folders that import each other, by types too. A file beside folders stands for itself: `app.ts` may import from
 * `routes/`, whose files may import `env.ts`.
 */
function circles(imports: readonly Import[], sources: readonly string[]): string[] {
  const parents = new Set(sources.map((path) => dirname(dirname(path))))
  const place = (path: string) => (parents.has(dirname(path)) ? path : dirname(path))
  let left = imports.filter(({ from, to }) => place(from) !== place(to))
  for (;;) {
    const starts = new Set(left.map(({ from }) => place(from)))
    const ends = new Set(left.map(({ to }) => place(to)))
    const within = left.filter(({ from, to }) => ends.has(place(from)) && starts.has(place(to)))
    if (within.length === left.length) break
    left = within
  }
  return left.map(({ from, to }) => `${from} -> ${to}: part of a circle of folders`)
}

/** Checks this checkout and prints where it departs from `rooms.ts`; gives the exit code. */
export function checkStructure(): number {
  const faults = findFaults(ownRepository(), ROOMS, PACKAGES)
  for (const fault of faults) console.error(fault)
  return Number(faults.length > 0)
}
