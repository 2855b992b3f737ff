import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { splitFonts } from '../../packages/client/vite/split-fonts.ts'
import { firstLoad } from './build/first-load.ts'

/** The server replaces this by the nonce of the answer (Content-Security-Policy). */
const noncePlaceholder = '__CSP_NONCE__'

export default defineConfig({
  plugins: [react(), splitFonts(), firstLoad()],
  html: { cspNonce: noncePlaceholder },
  resolve: {
    // Its package names the build for development to every bundler; the other one says no warnings and is smaller.
    alias: [
      {
        find: /^react-router$/,
        replacement: join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production/index.mjs'),
      },
    ],
  },
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
              // Without the parts that only forms use.
              name: 'shell',
              test: /apps\/web\/src\/(app(?!\/(?:pages|rare-routes|content-routes|later-parts))|shell(?!\/(?:menu|countdown|virtual-note|keyboard))|api|session|site)\/.*\.tsx?$|packages\/client\/src\/(api|i18n|session|page\/(?!save-file|copy-text|csv))|apps\/web\/src\/settings\/appearance|packages\/ui\/src\/(?!.*(?:slider|decimal-|number|numeric-|step-|enter-sends|qr-|stepper|hold-|brand-|field|text-input|restrict|personal)).*\.tsx?$|@tanstack\/react-query/,
              priority: 3,
            },
            {
              // What every page with prices or money opens with: the live channel, the price, and pieces of some lines.
              name: 'live',
              test: /packages\/client\/src\/live\/|apps\/web\/src\/(live|settings)\/|apps\/web\/src\/(lists\/(loaded|guest-hint|texts|pages|stale|row-skeletons)|trading\/(instruments\/names|price\/(price-cells|statistics|header-figures)|query-list|price-text|side-badge|sheet-end|sounds)|protection\/(limits|risk|risk-dialogs))\.tsx?$|packages\/ui\/src\/components\/hold-button/,
              priority: 2,
            },
            // What keeps one command of a member at a time: pages that order, not those of money.
            { name: 'lanes', test: /apps\/web\/src\/trading\/lanes\.ts$/, priority: 3 },
            // The inputs of numbers: forms and tickets.
            {
              name: 'numbers',
              test: /packages\/ui\/src\/input\/(number-|numeric|read-number|integer)/,
              priority: 3,
            },
            // The calls of rounds and of the wallet, which the pages of overseas futures do without.
            { name: 'round-queries', test: /apps\/web\/src\/books\/rounds\/(queries|arrange)\.ts$/, priority: 2 },
            {
              // The arithmetic and the calls of both books: their pages, the wallet, the histories and the news of orders.
              name: 'positions',
              test: /packages\/positions\/src\/|apps\/web\/src\/(kit\/queries|trading\/(texts|ticks)|(books|features)\/(futures|oversea)\/(queries|terms|title))\.tsx?$/,
              priority: 2,
            },
            // The days of overseas futures: their history, and the result of today on the page of wallets.
            { name: 'oversea-days', test: /books\/oversea\/(daily|history-queries)\.ts$/, priority: 2 },
            // The lists of instruments of all lines.
            {
              name: 'picker',
              test: /trading\/instruments\/(logo|favourites|picker-parts|picker-texts)\.(tsx?|css)$/,
              priority: 2,
            },
            // The words and settings of a book, which the page of settings has without the book.
            { name: 'futures-words', test: /features\/futures\/(texts|settings)\.ts$/, priority: 2 },
            {
              name: 'oversea-words',
              test: /features\/oversea\/(settings|ticket\/(texts|ticket))\.(ts|css)$/,
              priority: 2,
            },
            {
              // What the pages of both books share. Sheets, histories and the chart library come when they are opened.
              name: 'book',
              test: /apps\/web\/src\/(kit\/(ordering|order-detail|trade-page)|trading\/(trade-page|book-lists|write-text|market-view|card-skeleton|instruments\/stock-list|price\/price-header|depth\/|chart\/(bars|candle-source|chart-settings|legend|timeframe-bar|trading-chart|candle-canvas|use-chart-words)\.|instrument-button|open-order|side-buttons))|packages\/ui\/src\/(input\/decimal|components\/(decimal-stepper|slider))/,
              priority: 1,
            },
            // The order buttons of all three trade pages, and the whole screen for their charts.
            {
              name: 'order-bar',
              test: /apps\/web\/src\/trading\/(order-bar|chart\/use-full-chart)\./,
              priority: 2,
            },
            // The rest of each product that its page shares with what comes later, in one part instead of ten.
            {
              name: 'rounds',
              test: /(books|features)\/rounds\/(bet-notices|options|game-name|ticket|bet-lane|place-bet|price-head|instrument-picker|chart\/seconds)\.tsx?$/,
            },
            {
              name: 'futures',
              test: /features\/futures\/(chart-lines|commands|use-marked|sheets\/close-body|ticket\/(form|summary))\.ts$/,
            },
            {
              name: 'oversea',
              test: /features\/oversea\/(margin-account-strip|line-prices|session-clock|lists\/(list-actions|open-orders|use-contracts|use-last)|sheets\/close-form|ticket\/(ticket-(panel|head|buttons|sheets)|use-order|start))\.tsx?$/,
            },
            // What opens with the menu, and what comes with the bell of an instrument.
            { name: 'menu', test: /shell\/menu(-\w+)?\.tsx?$/ },
            { name: 'alerts', test: /kit\/alerts\/(alert-button|texts|query)\.tsx?$/ },
          ],
        },
      },
    },
  },
})
