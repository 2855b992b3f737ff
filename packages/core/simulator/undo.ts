/** How to take back what an auditor noted since the last batch, which a crash loses, and since the newest backup. */
export class UndoLog {
  #steps: (() => void)[] = []
  /** Of batches that were committed since the newest backup; null: there is none. */
  #kept: (() => void)[] | null = null

  push(step: () => void): void {
    this.#steps.push(step)
  }

  /** Sets an entry of a map, to be taken back. */
  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    const had = map.has(key)
    const before = map.get(key)
    map.set(key, value)
    this.#steps.push(() => (had ? map.set(key, before!) : map.delete(key)))
  }

  /** Removes an entry of a map, to be taken back. */
  delete<K, V>(map: Map<K, V>, key: K): void {
    const before = map.get(key)
    if (map.delete(key)) this.#steps.push(() => map.set(key, before!))
  }

  committed(): void {
    this.#kept?.push(...this.#steps)
    this.#steps = []
  }

  /** A backup was made of what is committed. */
  backedUp(): void {
    this.#kept = []
  }

  /** The newest backup was restored. */
  restored(): void {
    this.crashed()
    for (const step of this.#kept?.reverse() ?? []) step()
    this.#kept = []
  }

  crashed(): void {
    for (const step of this.#steps.reverse()) step()
    this.#steps = []
  }
}
