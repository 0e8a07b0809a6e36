import { defineConfig } from '@playwright/test'

const PORT = Number(process.env.TEST_PORT ?? 8799)

/** The built bundle on its direct socket, and the system's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  workers: 2,
  // A bound for what hangs, far above what anything needs.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
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
    command: `node tools/serve.ts --port ${PORT}`,
    cwd: '../..',
    url: `http://127.0.0.1:${PORT}/healthz`,
    reuseExistingServer: !process.env.CI,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
