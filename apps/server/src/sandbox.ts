import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ConfigError } from './config.ts'
import type { Sandbox } from './providers/index.ts'
import { derivedKey } from './secrets.ts'

const program = join(import.meta.dirname, '../../sandbox/src/main.ts')
/** Its books, in DATA_DIR. */
const sandboxBooks = 'sandbox-books.jsonl'
const readyWithinMs = 20_000
const firstPauseMs = 500
const longestPauseMs = 10_000

export interface SandboxSetup {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /** Whether another free port will do where the port is taken. */
  readonly mayMove: boolean
  readonly tokenSecret: string
  /** Where it keeps what its statements are made of; without one it forgets them when it ends. */
  readonly dataDir?: string
  readonly log: Logger
}

export interface RunningSandbox {
  readonly sandbox: Sandbox
  /** Tells it where the product listens; it tells its events there. */
  tell(productUrl: string): void
  /** Ends the process as a crash does; it is started again. */
  kill(): void
  stop(): void
}

interface Ready {
  readonly url: string
  readonly port: number
  readonly smtpPort: number
}

/**
 * Starts the process that plays the providers of demo sites, and starts it again on the same ports when it dies. It ends with this
 * process, however that ends.
 */
export async function startSandbox(setup: SandboxSetup): Promise<RunningSandbox> {
  const { host, log } = setup
  const secret = Buffer.from(derivedKey(setup.tokenSecret, 'sandbox')).toString('hex')
  let child: ChildProcess | null = null
  let productUrl: string | null = null
  let ended = false
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined

  async function run(port: number, smtpPort: number): Promise<Ready> {
    const started = fork(program, [], {
      env: {
        PATH: process.env['PATH'],
        SANDBOX_HOST: host,
        SANDBOX_PORT: String(port),
        SANDBOX_SMTP_PORT: String(smtpPort),
        SANDBOX_SECRET: secret,
        ...(setup.dataDir === undefined ? {} : { SANDBOX_BOOKS: join(setup.dataDir, sandboxBooks) }),
      },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    const ready = await readyOf(started).catch((error) => {
      started.kill('SIGKILL')
      throw error
    })
    if (productUrl !== null) started.send({ productUrl })
    started.once('exit', () => again(ready))
    return ready
  }

  function again({ port, smtpPort }: Ready): void {
    if (ended) return
    log.warn('the sandbox ended and is started again')
    timer = setTimeout(() => {
      const began = Date.now()
      run(port, smtpPort).then(
        () => {
          pauseMs = firstPauseMs
        },
        (error) => {
          log.error({ err: error, ms: Date.now() - began }, 'the sandbox did not start')
          pauseMs = Math.min(pauseMs * 2, longestPauseMs)
          again({ url: '', port, smtpPort })
        },
      )
    }, pauseMs)
    timer.unref()
  }

  const { url, smtpPort } = await run(setup.port, 0).catch((error) => {
    if (!(error instanceof PortTaken)) throw error
    if (!setup.mayMove) throw new ConfigError(`SANDBOX_PORT=${setup.port} is in use on ${host} by another program`)
    return run(0, 0)
  })
  return {
    sandbox: { url, secret, smtpPort, isEverywhere: host === '0.0.0.0' || host === '::' },
    tell(given) {
      productUrl = given
      if (child?.connected) child.send({ productUrl })
    },
    kill: () => void child?.kill('SIGKILL'),
    stop() {
      ended = true
      clearTimeout(timer)
      child?.kill('SIGKILL')
    },
  }
}

class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

function readyOf(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the sandbox is not ready in time')), readyWithinMs)
    const end = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    child.once('error', end)
    child.once('exit', (code, signal) => end(new Error(`the sandbox ended with ${signal ?? code}`)))
    child.on('message', (message: { ready?: Ready; failed?: string }) => {
      if (message.failed !== undefined)
        end(message.failed === 'EADDRINUSE' ? new PortTaken() : new Error(`the sandbox failed: ${message.failed}`))
      if (message.ready === undefined) return
      clearTimeout(timer)
      resolve(message.ready)
    })
  })
}
