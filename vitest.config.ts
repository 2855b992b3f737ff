import { defineConfig } from 'vitest/config'

/** A stall of a busy machine passes by; a broken rule fails twice. */
const retry = 1

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/{contract,core,evidence,market,positions,stomp}/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          retry, // rounds are played at speed: a stall at the deciding moment voids one
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['./apps/server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: './apps/web/vitest.config.ts', root: './apps/web', test: { name: 'web' } },
      {
        test: {
          name: 'browser',
          retry,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['./test/browser/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
