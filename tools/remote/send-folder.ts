import { setTimeout as pause } from 'node:timers/promises'
import { openWorkplace } from '../library/workplace.ts'
import { createProgress } from './progress.ts'
import { openRemote } from './remote-library.ts'
import { sendAll } from './send-all.ts'
import type { Target } from './target.ts'
import { whatToSend } from './what-to-send.ts'

/**
 * Sends a folder to a library elsewhere. What a run that was ended has not sent, the next one sends: what is there, the
 * library says. The refused files are printed last, where they are found.
 * @returns the exit code: 1 when a file was refused
 * @throws RunError for what ends the run
 */
export async function sendFolder(folder: string, target: Target): Promise<number> {
  const all = await whatToSend(folder)
  const progress = createProgress(all.length, process.stdout)
  process.once('exit', progress.close)
  const wait = async (seconds: number, why: string): Promise<void> => {
    progress.waits(seconds, why)
    await pause(seconds * 1000)
  }
  const remote = openRemote(target, { wait })
  try {
    await sendAll({ remote, workplace: openWorkplace(), onEnd: progress.ended }, all)
  } finally {
    progress.close()
    for (const line of progress.refused) console.error(line)
    const { sent, completed, known, refused } = progress.counts
    console.log(`${sent} sent, ${completed} completed, ${known} already there, ${refused} refused`)
  }
  return Number(progress.refused.length > 0)
}
