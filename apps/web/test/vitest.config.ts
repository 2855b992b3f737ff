import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { splitFonts } from '../../../packages/client/vite/split-fonts.ts'
import { findBrowser } from '../../../test/browser/launch.ts'
import { touches } from './touches.ts'

/** Tests of sheets, tickets and layouts: the app runs in a real page against a fake server. */
export default defineConfig(async () => ({
  plugins: [react(), splitFonts()],
  // Bundled before the first test: one that is found later reloads the page under a test.
  optimizeDeps: { noDiscovery: true, include: dependencies },
  test: {
    include: ['src/**/*.component.test.tsx'],
    isolate: false, // the page and the app are loaded once, not once a file
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      commands: { touches },
      screenshotFailures: false,
      viewport: { width: 390, height: 844 },
      provider: playwright({
        launchOptions: await launchOptions(),
        // Larger than any window of a test, whose frame would be scaled down otherwise.
        contextOptions: { ...korea, hasTouch: true, viewport: { width: 1_440, height: 1_300 } },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}))

const dependencies = [
  '@stomp/stompjs',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'axe-core',
  'lightweight-charts',
  'react',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'uqr',
  'zod',
  'zustand',
]

const korea = { locale: 'ko-KR', timezoneId: 'Asia/Seoul' }

async function launchOptions() {
  const { executablePath, args } = await findBrowser()
  return { executablePath, args: [...args, '--disable-gpu'] }
}
