import { invariant } from '../invariant.ts'

/** Entries of one run: an insertion shifts half of one on average, less than a cache miss costs. */
const RUN = 256

/**
 * Numbers kept in order, the one that is taken first at the end: ascending by key, and of equal keys the lower seq nearer to the
 * end. A list of short sorted runs, a B+ tree of two levels, because of what a price does: nearly every tick only looks at the
 * end (one comparison), and a jump takes many neighbours at once, which lie side by side in memory (a heap would go through
 * log n scattered places for each). Runs are typed arrays: twenty bytes an entry, nothing for the garbage collector to follow.
 */
export class Ladder {
  readonly #runs: Run[] = [] // none is empty
  /** The key at the end; −∞ when there is none. */
  top = Number.NEGATIVE_INFINITY

  /** Throws on a key and seq that are there already: their order would be chance. */
  insert(key: number, seq: number, slot: number): void {
    const runs = this.#runs
    if (runs.length === 0) runs.push(new Run())
    let at = Math.min(this.#runAt(key, seq), runs.length - 1)
    if (runs[at]!.length === RUN) {
      runs.splice(at + 1, 0, runs[at]!.split())
      if (runs[at]!.endsBefore(key, seq)) at++
    }
    runs[at]!.insert(key, seq, slot)
    this.#retop()
    invariant(this.top >= key, 'the nearest trigger is at the end of its ladder')
  }

  /** Takes out what was put in under this key and seq, and returns its slot; throws when it is not there. */
  delete(key: number, seq: number): number {
    const at = this.#runAt(key, seq)
    const run = this.#runs[at]
    invariant(run !== undefined, 'a trigger lies in its ladder')
    const slot = run.delete(key, seq)
    if (run.length === 0) this.#runs.splice(at, 1)
    else if (run.length < RUN / 4) this.#merge(at)
    this.#retop()
    return slot
  }

  /** Takes the entry at the end and returns its slot; throws on an empty ladder. */
  pop(): number {
    const run = this.#runs.at(-1)
    invariant(run !== undefined && run.length > 0, 'a ladder that is popped holds something')
    const slot = run.slots[--run.length]!
    if (run.length === 0) this.#runs.pop()
    this.#retop()
    return slot
  }

  /** All slots, the end first. */
  *slots(): Generator<number> {
    for (let at = this.#runs.length - 1; at >= 0; at--) {
      const run = this.#runs[at]!
      for (let index = run.length - 1; index >= 0; index--) yield run.slots[index]!
    }
  }

  #retop(): void {
    const run = this.#runs.at(-1)
    this.top = run === undefined ? Number.NEGATIVE_INFINITY : run.keys[run.length - 1]!
  }

  /** The first run that does not end before the entry; as many as there are runs when all do. */
  #runAt(key: number, seq: number): number {
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#runs[middle]!.endsBefore(key, seq)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Joins a short run with a neighbour that has room, so that cancelling does not leave many nearly empty ones. */
  #merge(at: number): void {
    const left = this.#runs[at - 1]
    const run = this.#runs[at]!
    const right = this.#runs[at + 1]
    if (left !== undefined && left.length + run.length <= RUN / 2) {
      left.append(run)
      this.#runs.splice(at, 1)
    } else if (right !== undefined && run.length + right.length <= RUN / 2) {
      run.append(right)
      this.#runs.splice(at + 1, 1)
    }
  }
}

class Run {
  readonly keys = new Float64Array(RUN)
  readonly seqs = new Float64Array(RUN)
  readonly slots = new Int32Array(RUN)
  length = 0

  endsBefore(key: number, seq: number): boolean {
    const last = this.length - 1
    return last < 0 || isBefore(this.keys[last]!, this.seqs[last]!, key, seq)
  }

  insert(key: number, seq: number, slot: number): void {
    invariant(this.length < RUN, 'a run has room for an entry')
    const index = this.#indexOf(key, seq)
    invariant(!this.#holds(index, key, seq), 'two triggers of one ladder differ in level or sequence')
    this.#shift(index + 1, index)
    this.length++
    this.keys[index] = key
    this.seqs[index] = seq
    this.slots[index] = slot
  }

  delete(key: number, seq: number): number {
    const index = this.#indexOf(key, seq)
    invariant(this.#holds(index, key, seq), 'a trigger lies at its level')
    const slot = this.slots[index]!
    this.#shift(index, index + 1)
    this.length--
    return slot
  }

  /** Moves the upper half into a new run. */
  split(): Run {
    const upper = new Run()
    const half = this.length >> 1
    upper.#copy(this, half, 0)
    this.length = half
    return upper
  }

  append(other: Run): void {
    invariant(this.length + other.length <= RUN, 'joined runs have room')
    this.#copy(other, 0, this.length)
  }

  #copy(from: Run, start: number, to: number): void {
    this.keys.set(from.keys.subarray(start, from.length), to)
    this.seqs.set(from.seqs.subarray(start, from.length), to)
    this.slots.set(from.slots.subarray(start, from.length), to)
    this.length = to + from.length - start
  }

  #shift(to: number, from: number): void {
    this.keys.copyWithin(to, from, this.length)
    this.seqs.copyWithin(to, from, this.length)
    this.slots.copyWithin(to, from, this.length)
  }

  /** The first place whose entry does not come before the asked one. */
  #indexOf(key: number, seq: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.keys[middle]!, this.seqs[middle]!, key, seq)) low = middle + 1
      else high = middle
    }
    return low
  }

  #holds(index: number, key: number, seq: number): boolean {
    return index < this.length && this.keys[index] === key && this.seqs[index] === seq
  }
}

const isBefore = (keyA: number, seqA: number, keyB: number, seqB: number): boolean =>
  keyA < keyB || (keyA === keyB && seqA > seqB)
