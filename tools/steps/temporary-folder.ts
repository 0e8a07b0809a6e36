import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

const removeAll = () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Creates an empty folder that is removed when this process exits. */
export function temporaryFolder(name: string): string {
  // One listener for all: Node warns of a leak from the eleventh on.
  if (folders.length === 0) process.once('exit', removeAll)
  const folder = mkdtempSync(join(tmpdir(), `loopframe-${name}-`))
  folders.push(folder)
  return folder
}
