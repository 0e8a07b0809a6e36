import { join } from 'node:path'

/**
 * Where a build is made, apart from the one in use: `dist/` changes only when all of it is there
 * (`tools/build/publish.ts`).
 */
export const outDir = join('dist', `.next-${process.pid}`)
