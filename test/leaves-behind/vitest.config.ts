import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: '../../node_modules/.vite/leaves-behind',
  test: {
    root: 'test/leaves-behind',
    include: ['*.fixture.ts'],
    setupFiles: ['../leftovers.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
