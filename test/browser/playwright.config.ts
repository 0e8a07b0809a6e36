import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '../../tools/steps/free-port.ts'

// Chosen once: the workers read this file too, and inherit the variable.
process.env.TEST_PORT ??= String(await freePort())
const PORT = process.env.TEST_PORT

/** The built bundle on its direct socket, and the system's Chromium. */
export default defineConfig<object, { setUp: 'origin' | 'upstreams' }>({
  testDir: '.',
  // By port, as another run may write beside it.
  outputDir: join(tmpdir(), `loopframe-browser-${PORT}`),
  // Each is a browser of several processes: more than cores, and they wait for each other.
  workers: availableParallelism(),
  // A bound for what hangs, far above what anything needs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // `set-ups.ts`
  projects: [
    { name: 'origin', grepInvert: /@elsewhere/ },
    { name: 'upstreams', grep: /@both|@elsewhere/, use: { setUp: 'upstreams' } },
  ],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 640, height: 360 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    // Of its own group, as every task: it ends when this process does, however that is.
    command: `exec node --import ./tools/end-with-parent.mjs tools/serve.ts --copy --port ${PORT}`,
    cwd: '../..',
    url: `http://127.0.0.1:${PORT}/healthz`,
    // A first run draws up the library.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
