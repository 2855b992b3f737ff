// Runs one script under the pinned Node.js: `node scripts/run.js FILE [ARG ...]`.
// Plain JavaScript without dependencies: the outer Node may be as old as 20.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * How Node.js runs the server. Most objects of an order live for the fraction of a second until it is filled and durable: with 32 MB a half,
 * instead of 16, a quarter less time goes into collecting young objects (bench `orders`); with more, single pauses pass 15 ms. Old objects
 * are marked by one thread: several take the event loop's processor for the fifth of a second that marking lasts on two (bench `http`). What
 * types a function sees is noted from its first call on, so that the code of a burst, which ran seldom before, is hot sooner (bench `gap`).
 */
export const serverFlags = [
  '--max-semi-space-size=32',
  '--concurrent-marking-max-worker-num=1',
  '--no-lazy-feedback-allocation',
]

/** The environment of what runs here: Node.js keeps the code that it compiled, which is a third of what a start takes. */
export const environment = (env = {}) => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  ...env,
})

/** The pinned Node.js of node_modules; else the running one where it is new enough; else throws with what to do. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath
  throw new Error(
    `Node.js 24.7 or newer is needed (this is ${process.versions.node}, and no pinned one is installed). Run: npm install`,
  )
}

/** Runs `args` under the pinned Node.js with this terminal and ends with its exit code; signals are passed on. */
export function runPinned(args, env = {}) {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await runPinned(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    return 1
  })
}
