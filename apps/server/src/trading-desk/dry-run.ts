import { Worker } from 'node:worker_threads'
import type { AnswerOf, ConfigItem } from '@maru/core'
import type pg from 'pg'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'

type Count = AnswerOf<'exposure.open'> & { readonly at: number; readonly cut: Named[] }
/** A member whom a change would cost a position. */
export interface Named {
  readonly memberId: number
  readonly username: string
}
export type Change = Pick<ConfigItem, 'scope' | 'optionId' | 'changes'>
/** What the thread is given. */
export interface Task {
  readonly connection: pg.ClientConfig
  readonly siteGroup: string
  readonly siteId: number
  readonly items: readonly Change[]
  readonly now: number
  readonly wall: number
}

/** A house that takes longer, or more memory, is not counted: nobody waits, and nobody's order does. */
const patienceMs = 20_000
const mostMemoryMb = 1_024

/** Counts what a change would touch, on a core that a thread of its own restores from the database: the live one does not notice. */
export class DryRun {
  readonly #connection: pg.ClientConfig
  readonly #deps: Pick<Deps, 'config' | 'clocks' | 'log'>
  #isRunning = false

  constructor(connection: pg.ClientConfig, deps: Pick<Deps, 'config' | 'clocks' | 'log'>) {
    this.#connection = connection
    this.#deps = deps
  }

  /** One at a time: who comes meanwhile is asked to try again. */
  async count(siteId: number, items: readonly Change[]): Promise<Count> {
    if (this.#isRunning) throw new Refused('TRY_AGAIN_LATER')
    this.#isRunning = true
    try {
      return await this.#run({
        connection: this.#connection,
        siteGroup: this.#deps.config.siteGroup,
        siteId,
        items,
        now: this.#deps.clocks.domain.now(),
        wall: this.#deps.clocks.wall(),
      })
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a dry run came to nothing')
      throw new Refused('TRY_AGAIN_LATER')
    } finally {
      this.#isRunning = false
    }
  }

  async #run(task: Task): Promise<Count> {
    const worker = new Worker(new URL('./dry-run-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    })
    const timer = setTimeout(() => void worker.terminate(), patienceMs)
    try {
      return await new Promise<Count>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
      })
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
}
