// `npm start`: installs if needed, builds the web app if stale, then runs the server. Plain JavaScript for Node 20.
import { buildWeb } from './build-web.js'
import { install } from './install.js'
import { runPinned, serverFlags } from './run.js'

try {
  install()
  await buildWeb()
  process.exitCode = await runPinned([...serverFlags, 'apps/server/src/main.ts'])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
