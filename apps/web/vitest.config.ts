import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      '../../packages/{client,ui}/src/**/*.test.{ts,tsx}',
      '../console/src/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/*.component.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
