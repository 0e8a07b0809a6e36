import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Manifest, ManifestSchema } from './manifest.ts'

export const MANIFEST_FILE = 'library.json'

/** Reads and checks `{folder}/library.json`. */
export async function readManifest(folder: string): Promise<Manifest> {
  return v.parse(ManifestSchema, JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')))
}

/** Writes one entry a line: half the bytes of an indented file, and a diff shows the entries that changed. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const fields = Object.entries(v.parse(ManifestSchema, manifest)).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
      : value
    return `${JSON.stringify(name)}: ${lines}`
  })
  await writeFile(join(folder, MANIFEST_FILE), `{\n${fields.join(',\n')}\n}\n`)
}
