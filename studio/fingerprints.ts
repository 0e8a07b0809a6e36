import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { ManifestItem } from '../media/manifest/manifest.ts'

/** A hash of the source of each item's files, by slug; while it is the same, they are not drawn again. */
export type Fingerprints = Record<string, string>

const FILE = 'fingerprints.json'
const Schema = v.record(v.string(), v.string())

export async function readFingerprints(folder: string): Promise<Fingerprints> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '{}')
  return v.parse(Schema, JSON.parse(text))
}

export const writeFingerprints = (folder: string, prints: Fingerprints): Promise<void> =>
  writeFile(join(folder, FILE), `${JSON.stringify(prints, undefined, 1)}\n`)

/** Whether each file of an item is on disk in the size that the manifest says. */
export async function isComplete(folder: string, item: ManifestItem): Promise<boolean> {
  const files = Object.values(item.renditions).flatMap(({ gif, webp, mp4, avif }) => [gif, webp, mp4, avif])
  const checks = files.map(async (file) => {
    if (!file) return true
    const found = await stat(join(folder, file.file)).catch(() => undefined)
    return found?.size === file.size
  })
  return (await Promise.all(checks)).every(Boolean)
}
