import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium } from '../../tools/steps/find-chromium.ts'
import { connectBrowser } from './cdp.ts'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  // Frames of another site have processes of their own, as in production.
  '--site-per-process',
  '--remote-debugging-port=0',
  'about:blank',
]

const START_MS = 20_000
const END_MS = 5_000

/** Starts a headless Chromium with an empty profile, and connects to it. */
export async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'loopframe-chromium-'))
  const child = spawn(findChromium(), [`--user-data-dir=${profile}`, ...FLAGS], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error('Chromium did not start')), START_MS).unref()
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  const { root, sessionOf, close } = await connectBrowser(url)
  return {
    root,
    sessionOf,
    stop: async () => {
      await root.send('Browser.close').catch(() => {})
      close()
      await Promise.race([ended, pause(END_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type BenchBrowser = Awaited<ReturnType<typeof startBrowser>>
