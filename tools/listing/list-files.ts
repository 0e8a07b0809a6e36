import { readdir } from 'node:fs/promises'

/** The files of a folder by name, without hidden ones (those of a file manager or an editor). */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}
