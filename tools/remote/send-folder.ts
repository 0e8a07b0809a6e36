import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { badLines } from '../library/printable.ts'
import { openWorkplace } from '../library/workplace.ts'
import { type Listing, nameOf } from '../listing/listing.ts'
import { readListing } from '../listing/read-listing.ts'
import { createProgress } from './progress.ts'
import { openRemote } from './remote-library.ts'
import { sendAll } from './send-all.ts'
import { assertMayBring, sendCategories, sendChannels, sendListings, sendPeople } from './send-around.ts'
import type { Sending, SendOutcome } from './send-file.ts'
import type { Target } from './target.ts'

/**
 * Sends a folder with all that its list says to a library elsewhere. What a run that was ended has not sent, the next one
 * sends: what is there, the library says. The refused lines are printed last, where they are found.
 * @returns the exit code: 1 when a line was refused
 * @throws RunError for what ends the run
 */
export async function sendFolder(folder: string, target: Target): Promise<number> {
  const listing = await readListing(folder)
  const progress = createProgress(listing.lines.length, process.stdout)
  process.once('exit', progress.close)
  const wait = async (seconds: number, why: string): Promise<void> => {
    progress.waits(seconds, why)
    await pause(seconds * 1000)
  }
  const remote = openRemote(target, { wait })
  const ids = new Map<string, string>()
  const bad = [...listing.bad]
  const run = { remote, folder, bad, say: progress.says }
  try {
    await assertMayBring(remote, listing)
    await sendPeople(run, listing)
    const onEnd = (sending: Sending, outcome: SendOutcome) => {
      if (outcome.kind !== 'refused') ids.set(nameOf(sending), outcome.id)
      progress.ended(sending, outcome)
    }
    await sendAll({ remote, workplace: openWorkplace(), onEnd }, sendingsOf(folder, listing))
    await sendChannels(run, listing, ids)
    await sendCategories(run, listing, ids)
    await sendListings(run, listing, ids)
  } finally {
    progress.close()
    for (const line of [...badLines(bad), ...progress.refused]) console.error(line)
    const { sent, completed, updated, known, refused } = progress.counts
    console.log(
      `${sent} sent, ${completed} completed, ${updated} updated, ${known} already there, ${refused + bad.length} refused`,
    )
  }
  return Number(progress.refused.length + bad.length > 0)
}

const sendingsOf = (folder: string, { lines }: Listing): Sending[] =>
  lines.map(({ path, made, ...line }) => ({
    ...line,
    path: join(folder, path),
    ...(made && { made: { folder, renditions: made.renditions } }),
  }))
