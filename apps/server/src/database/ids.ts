import type { Ids } from '../deps.ts'
import type { Database } from '../ports.ts'

const blockSize = 10_000
/** Blocks taken at a time: more ids than the largest batch can use. */
const blocksAhead = 3

export interface IdAllocator extends Ids {
  /** Waits until at least `count` ids (at most 20,000) can be handed out without asking the database. */
  reserve(count: number): Promise<void>
  /** Drops the ids that were taken ahead: they are of a database that is another one now. */
  renew(): Promise<void>
  readonly left: number
}

/** Takes blocks of ids from the sequence ahead of need, so that `next` never waits. Ids of a block that a killed process held are skipped. */
export async function allocateIds(db: Database, onError: (error: Error) => void): Promise<IdAllocator> {
  const blocks: { next: number; end: number }[] = []
  let left = 0
  let filling: Promise<void> | null = null

  const fill = async () => {
    const rows = await db.system((tx) =>
      tx.query<{ first: string }>(`select nextval('maru_id') as first from generate_series(1, ${blocksAhead})`),
    )
    for (const row of rows) {
      const first = Number(row.first)
      if (!Number.isSafeInteger(first + blockSize)) throw new Error('the id sequence left the safe integers')
      blocks.push({ next: first, end: first + blockSize })
      left += blockSize
    }
  }
  const refill = () => {
    filling ??= fill().finally(() => {
      filling = null
    })
    return filling
  }
  await refill()

  return {
    get left() {
      return left
    },
    next() {
      const block = blocks[0]
      if (block === undefined) throw new Error('no ids are left: the database gave no new block')
      const id = block.next
      block.next += 1
      left -= 1
      if (block.next === block.end) blocks.shift()
      if (left < 2 * blockSize && filling === null) refill().catch(onError)
      return id
    },
    async renew() {
      await filling
      blocks.length = 0
      left = 0
      await refill()
    },
    async reserve(count) {
      while (left < count) await refill()
    },
  }
}
