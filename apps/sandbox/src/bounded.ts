/** A map that forgets its oldest entries past a bound: the sandbox lives in memory. */
export class Bounded<K, V> {
  private readonly entries = new Map<K, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: K): V | undefined {
    return this.entries.get(key)
  }

  set(key: K, value: V): void {
    this.entries.set(key, value)
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value as K)
  }

  /** Newest first. */
  newest(): V[] {
    return [...this.entries.values()].reverse()
  }
}
