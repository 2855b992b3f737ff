import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const cores = availableParallelism()
/** What is waited for comes late on a busy machine; a test that waits in vain may take its time. */
const expectations = { poll: { timeout: 30_000 } }
/** As the product runs: Node.js strips the types itself, so `vi.mock` does not work. Vite's module runner took a fifth of the time of unit tests. */
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** Fails a file that leaves a process or a server behind. */
const setupFiles = ['./test/leftovers.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          setupFiles,
          experimental,
          maxWorkers: cores, // Vitest itself would leave one core idle
          isolate: false, // pure modules: nothing of one file reaches another, and each is loaded once a worker
          include: [
            'packages/{contract,core,evidence,market,positions,provider-protocol,stomp}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/sandbox/**/*.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          experimental,
          setupFiles,
          include: ['apps/server/**/*.test.ts'],
          maxWorkers: cores * 2, // about half of a file's time is waiting: for PostgreSQL, for rounds, for sockets
          isolate: false, // the server's modules are loaded once a worker: that was half of a small file's time
          sequence: { groupOrder: 1 }, // never beside the unit tests, which would take the cores from it
          globalSetup: ['./apps/server/test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
        },
      },
      { extends: './apps/web/test/vitest.config.ts', root: './apps/web', test: { name: 'components' } },
      { extends: './apps/web/vitest.config.ts', root: './apps/web', test: { name: 'web', maxWorkers: cores } },
      {
        test: {
          name: 'browser', // under Vite's module runner: one of them reads the web app's routes, which are TSX
          setupFiles,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['./test/browser/global-setup.ts'],
          testTimeout: 240_000, // a round is waited for, played, and its evidence recomputed
          hookTimeout: 180_000,
          expect: expectations,
          maxWorkers: cores + 1, // pages wait for the clock and for animations; more only take the processors from each other
          isolate: false, // server and browser are loaded once a worker
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
