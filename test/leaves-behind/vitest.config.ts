import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: 'test/leaves-behind',
    include: ['*.fixture.ts'],
    setupFiles: ['../leftovers.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
