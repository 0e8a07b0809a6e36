import { defineConfig } from 'vitest/config'

/** Every frame of every scene is drawn: seconds each, and more on a busy machine. */
export default defineConfig({ test: { maxWorkers: '100%', testTimeout: 30_000 } })
