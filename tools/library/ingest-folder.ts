import { join } from 'node:path'
import { indexItems } from '../../origin/search/index-items.ts'
import { type Line, type Listing, nameOf } from '../listing/listing.ts'
import { type Ingest, type IngestOutcome, ingestFile } from './ingest-file.ts'
import { badLines, printable } from './printable.ts'
import { storePeople } from './store-around.ts'
import { storeListings } from './store-listings.ts'

const SAYS = { known: 'is there already', updated: 'updated' } as const

/** What became of a file, on one line. */
function lineOf({ line, name }: Line, outcome: IngestOutcome): string {
  const at = line > 0 ? `line ${line}: ` : ''
  if (outcome.kind === 'refused')
    return printable(`${at}${name}: refused (${outcome.reason}): ${outcome.why}`)
  if (outcome.kind === 'added')
    return printable(`${name}: ${outcome.type}, at /embed/${outcome.slug}-${outcome.id}`)
  return printable(`${name}: ${SAYS[outcome.kind]} (${outcome.id})`)
}

/**
 * Puts all that a folder brings into the local library. What is wrong with a line refuses it alone (F36); the refused ones
 * are printed last, where they are found.
 * @returns the exit code: 1 when a line was refused
 */
export async function ingestListing(ingest: Ingest, folder: string, listing: Listing): Promise<number> {
  const counts = { added: 0, updated: 0, known: 0, refused: listing.bad.length }
  const refused = badLines(listing.bad)
  const ids = new Map<string, string>()
  await storePeople(ingest.library, folder, listing)
  for (const line of listing.lines) {
    const { path, said, made } = line
    const given = { said, ...(made && { made: { ...made, folder } }) }
    const outcome = await ingestFile(ingest, join(folder, path), given)
    counts[outcome.kind]++
    if (outcome.kind === 'refused') refused.push(lineOf(line, outcome))
    else {
      ids.set(nameOf(line), outcome.id)
      console.log(lineOf(line, outcome))
    }
  }
  await storeListings(ingest.library, listing, ids)
  await indexItems(ingest.library.db)
  for (const text of refused) console.error(text)
  const { added, updated, known } = counts
  console.log(`${added} added, ${updated} updated, ${known} already there, ${counts.refused} refused`)
  return Number(refused.length > 0)
}
