import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const serverSetup = './apps/server/test/global-setup.ts'

export default defineConfig({
  test: {
    reporters: process.env['CI'] ? ['default'] : ['default'],
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/{contract,core,evidence,market,stomp}/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: './apps/web/vitest.config.ts', root: './apps/web', test: { name: 'web' } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: existsSync('./test/browser/global-setup.ts') ? ['./test/browser/global-setup.ts'] : [],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
