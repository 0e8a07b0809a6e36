import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

/** A bound for what hangs, far above what anything needs: a busy machine fails no test. */
const PATIENCE_MS = 30_000
/** Every core; by default one stays idle, which is half of a machine with two. */
const WORKERS = '100%'
/** One more where a test waits now and then: for a server, a process, a time that is up. These groups follow the first. */
const WAITING = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } }
/** Tests that encode files, which takes seconds. */
const ENCODES = [
  'media/**/*.test.ts',
  'tools/{backup,library,remote}/**/*.test.ts',
  'tools/server/backups.test.ts',
]
/** Tests that wait half a minute for deadlines, and measure no time. */
const HANGS = ['test/faults/hanging-writes.test.ts']
/** Tests that replace a module, which another file of the same process may have loaded. */
const REPLACES = [
  'worker/provider/cache/{layered-cache*,outer-stores}.test.ts',
  'islands/host/connect-host.test.ts',
  'bench/simulate/histories.test.ts',
]

/**
 * `unit` runs in Node beside the sources, its files in shared processes; `replaced` is what of it replaces modules,
 * `media` what of it encodes files. `worker` runs in real workerd with real D1, KV and R2, `commands` runs the npm scripts,
 * `clients` runs other people's clients against the built Worker and waits for its deadlines, `faults` breaks its bindings. `npm run check` runs the first
 * two, `npm test` all of them.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          maxWorkers: WORKERS,
          isolate: false,
          testTimeout: PATIENCE_MS,
          include: ['{shared,islands,worker,origin,tools,media,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...ENCODES, ...REPLACES],
        },
      },
      {
        test: {
          name: 'replaced',
          environment: 'node',
          maxWorkers: WORKERS,
          testTimeout: PATIENCE_MS,
          include: REPLACES,
        },
      },
      {
        test: {
          name: 'media',
          environment: 'node',
          maxWorkers: WORKERS,
          testTimeout: PATIENCE_MS,
          include: ENCODES,
        },
      },
      {
        test: {
          name: 'commands',
          environment: 'node',
          ...WAITING,
          // A command builds, prepares its library and starts a server.
          testTimeout: 180_000,
          include: ['test/commands/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'clients',
          environment: 'node',
          ...WAITING,
          testTimeout: PATIENCE_MS,
          include: ['test/clients/**/*.test.ts', ...HANGS],
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          ...WAITING,
          // After all others: it measures times.
          sequence: { groupOrder: 2 },
          testTimeout: PATIENCE_MS,
          include: ['test/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...HANGS],
        },
      },
      {
        // For the React that the product runs with (`test/worker/setup.ts`).
        oxc: { jsx: { development: false } },
        plugins: [
          cloudflareTest(async () => ({
            main: './worker/index.ts',
            remoteBindings: false,
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { LOGS: 'off', TEST_MIGRATIONS: await readD1Migrations('./migrations') },
              // Nothing leaves: a fetch that no test answers fails where it can be seen.
              outboundService: (request: { url: string }) =>
                new Response(`unanswered ${request.url}`, { status: 599 }),
            },
          })),
        ],
        test: {
          name: 'worker',
          ...WAITING,
          isolate: false,
          testTimeout: PATIENCE_MS,
          include: ['test/worker/**/*.test.{ts,tsx}'],
          setupFiles: ['./test/worker/setup.ts'],
          // React is CommonJS, which workerd does not load: it is bundled first.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: [
                  'react',
                  'react/jsx-runtime',
                  'react/jsx-dev-runtime',
                  'react-dom/server',
                  '@preact/signals-react/runtime',
                ],
              },
            },
          },
        },
      },
    ],
  },
})
