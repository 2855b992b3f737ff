import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { splitFonts } from '../../packages/client/vite/split-fonts.ts'

/** The server replaces this by the nonce of the answer (Content-Security-Policy). */
const noncePlaceholder = '__CSP_NONCE__'

export default defineConfig({
  base: '/console/',
  plugins: [react(), splitFonts()],
  html: { cspNonce: noncePlaceholder },
  build: {
    target: 'es2023',
    // Fonts and pictures stay files: data: addresses would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with a new version of React only.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 3 },
            // What the lists of all pages are made of, in one part instead of ten; charts come with the pages that draw them.
            {
              name: 'tables',
              test: /apps\/console\/src\/parts\/(?!time-chart)|@tanstack\/(react-)?(table|virtual)/,
              priority: 2,
            },
            {
              name: 'shell',
              test: /apps\/console\/src\/(app|session|live)\/|packages\/(client|ui)\/src\/|@tanstack\/(react-)?query/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
