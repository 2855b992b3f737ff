import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { splitFonts } from './build/split-fonts.ts'

/** The server replaces this by the nonce of the answer (Content-Security-Policy). */
const noncePlaceholder = '__CSP_NONCE__'

export default defineConfig({
  plugins: [react(), splitFonts(), firstLoad()],
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
        // What every page needs in one file instead of ten; the rest is split by who uses it.
        codeSplitting: {
          groups: [
            // Changes with a new version of React only, and no other part has to import the entry for it.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 4 },
            {
              // Without the parts that only order forms use.
              name: 'shell',
              test: /apps\/web\/src\/(app|api|session|site|i18n)\/.*\.tsx?$|apps\/web\/src\/settings\/appearance|packages\/ui\/src\/(?!.*(?:slider|decimal-|stepper|hold-)).*\.tsx?$|@tanstack\/react-query/,
              priority: 3,
            },
            {
              // Pieces of some lines that the pages of both books, rounds and the wallet show: each would be a request of its own.
              name: 'pieces',
              test: /apps\/web\/src\/(lists\/(loaded|guest-hint|texts|pages)|trading\/(instruments\/names|query-list|price-text|side-badge|sheet-end))\.tsx?$/,
              priority: 2,
            },
            { name: 'live', test: /apps\/web\/src\/(live|settings)\//, priority: 2 },
          ],
        },
      },
    },
  },
})
